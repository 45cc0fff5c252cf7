use super::*;

/// The lines written in answer to an input, and whether all of it was right.
fn answers(input: &[u8]) -> (Vec<String>, bool) {
    let mut output = Vec::new();
    let all_right = answer_all(input, &mut output).expect("memory can be written to");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    (text.lines().map(str::to_owned).collect(), all_right)
}

#[test]
fn an_answer_has_its_fields_in_order() {
    let (lines, all_right) = answers(br#"{"board":[[2,2],[0,4]],"moves":"LL"}"#);
    assert_eq!(
        lines,
        [concat!(
            r#"{"board":[[4,0],[4,0]],"gain":4,"moved":[true,false],"motions":[["#,
            r#"{"from":[0,0],"to":[0,0],"value":2,"merged":true},"#,
            r#"{"from":[0,1],"to":[0,0],"value":2,"merged":true},"#,
            r#"{"from":[1,1],"to":[1,0],"value":4,"merged":false}],[]],"over":false}"#,
        )]
    );
    assert!(all_right);
}

#[test]
fn no_moves_leave_the_board_as_it_is() {
    let (lines, _) = answers(br#"{"board":[[2,4],[4,2]],"moves":""}"#);
    let expected = r#"{"board":[[2,4],[4,2]],"gain":0,"moved":[],"motions":[],"over":true}"#;
    assert_eq!(lines, [expected]);
}

#[test]
fn blank_lines_count_but_have_no_answer() {
    let (lines, all_right) = answers(b"\n  \r\n\t\nx\n\n");
    assert_eq!(
        lines,
        [r#"{"line":4,"error":"the line is not a JSON object"}"#]
    );
    assert!(!all_right);
    assert_eq!(answers(b""), (vec![], true));
}

#[test]
fn a_line_too_long_is_skipped_to_its_end() {
    let good = r#"{"board":[[2,0],[0,0]],"moves":""}"#;
    let mut input = vec![b' '; lines::LONGEST + 1];
    input.extend(format!("{good}\n{good}\n").bytes());
    let (lines, all_right) = answers(&input);
    assert!(lines[0].starts_with(r#"{"line":1,"error":"the line is longer than 16777216 bytes""#));
    assert!(lines[1].starts_with(r#"{"board":"#));
    assert_eq!((lines.len(), all_right), (2, false));

    let mut input = vec![b' '; lines::LONGEST - good.len()];
    input.extend(format!("{good}\n").bytes());
    assert!(answers(&input).1);
}

/// Gives one chunk of input a read, and notes how much output there was by then.
struct Dialogue<'a> {
    chunks: Vec<&'static [u8]>,
    written: &'a std::cell::RefCell<Vec<u8>>,
    lines_seen: &'a std::cell::RefCell<Vec<usize>>,
}

impl Read for Dialogue<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let lines = String::from_utf8_lossy(&self.written.borrow())
            .lines()
            .count();
        self.lines_seen.borrow_mut().push(lines);
        if self.chunks.is_empty() {
            return Ok(0);
        }
        self.chunks.remove(0).read(buffer)
    }
}

struct Shared<'a>(&'a std::cell::RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_are_out_before_more_input_is_waited_for() {
    let (written, lines_seen) = Default::default();
    let input = Dialogue {
        chunks: vec![b"a\nb\nc", b"c\n", b"d\n"],
        written: &written,
        lines_seen: &lines_seen,
    };
    let all_right = answer_all(input, Shared(&written)).expect("memory can be written to");
    assert!(!all_right);
    assert_eq!(*lines_seen.borrow(), [0, 2, 3, 4]);
}
