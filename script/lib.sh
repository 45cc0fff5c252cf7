# shellcheck shell=bash disable=SC2034 # The lists are for those who source this.
# What script/play, script/test and .ci/run share. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Build outputs live outside the checkout, in one place for every script.
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/bevy_2048/target}
[[ $CARGO_TARGET_DIR == /* ]] || CARGO_TARGET_DIR=$PWD/$CARGO_TARGET_DIR
export CARGO_TARGET_DIR

# Debian's names, the same in Debian 12 and 13 and in Ubuntu 22.04 and 24.04.
# To build: a C linker, certificates for cargo's downloads, and the libraries
# that alsa-sys, libudev-sys and wayland-sys look for with pkg-config.
build_packages=(ca-certificates gcc libc6-dev pkg-config libasound2-dev libudev-dev libwayland-dev)
# To play: the libraries that wgpu and winit open when the window opens.
play_packages=(libvulkan1 mesa-vulkan-drivers
    libxkbcommon-x11-0 libx11-xcb1 libxcursor1 libxi6 libxrandr2)
# To test: an X server and a Wayland compositor without a screen, keys for them,
# and a look at the result.
test_packages=(xvfb openbox xdotool x11-utils imagemagick sway wtype grim)

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "$*"
    exit 1
}

# Prints the kind of system: debian, fedora, arch, suse, linux, macos or other.
system() {
    local known=''
    case $(uname -s) in
        Linux) ;;
        Darwin) echo macos && return ;;
        *) echo other && return ;;
    esac
    if [[ -r /etc/os-release ]]; then
        # shellcheck disable=SC1091 # The system's own file.
        known=$(. /etc/os-release && echo "${ID:-} ${ID_LIKE:-}")
    fi
    case " $known " in
        *' debian '* | *' ubuntu '*) echo debian ;;
        *' fedora '* | *' rhel '*) echo fedora ;;
        *' arch '*) echo arch ;;
        *suse*) echo suse ;;
        *) echo linux ;;
    esac
}

# Asks a question whose answer is yes unless it begins with n.
agreed() {
    local answer
    read -r -p "$1 [Y/n] " answer && [[ $answer != [nN]* ]]
}

# Prints those of the Debian packages named that are not installed.
missing_packages() {
    local package installed
    installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
        sed -n 's/ installed$//p') || true
    for package in "$@"; do
        grep -qxF "$package" <<<"$installed" || echo "$package"
    done
}

# Installs what is missing of the Debian packages named, asking first unless
# root or CI asks for it.
install_debian_packages() {
    local missing=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq)
    if ((EUID != 0)); then
        local by_hand="sudo apt-get install --no-install-recommends ${missing[*]}"
        command -v sudo >/dev/null || die "These packages are missing; as root: ${by_hand#sudo }"
        if [[ ${CI:-} != true ]]; then
            [[ -t 0 ]] || die "These packages are missing; install them with: $by_hand"
            if ! agreed "Install ${missing[*]} with sudo apt-get?"; then
                say 'Going on without them; the build or the window may fail.'
                return 0
            fi
        fi
        apt=(sudo "${apt[@]}")
    fi

    say "Installing ${missing[*]}"
    "${apt[@]}" update || say 'apt-get update failed; going on with the lists at hand.'
    "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >/dev/null ||
        die 'apt-get could not install them; its own words stand above.'
}

# Elsewhere nothing is installed: names the packages if the build would fail.
check_other_linux() {
    if command -v cc >/dev/null && command -v pkg-config >/dev/null &&
        pkg-config --exists alsa libudev wayland-client; then
        return 0
    fi
    case $1 in
        fedora) die 'To build and play, first: sudo dnf install gcc pkgconf-pkg-config alsa-lib-devel' \
            'systemd-devel wayland-devel vulkan-loader mesa-vulkan-drivers libxkbcommon-x11 libX11-xcb' \
            'libXcursor libXi libXrandr' ;;
        arch) die 'To build and play, first: sudo pacman -S --needed gcc pkgconf alsa-lib systemd-libs' \
            'wayland vulkan-icd-loader vulkan-driver libxkbcommon-x11 libx11 libxcursor libxi libxrandr' ;;
        suse) die 'To build and play, first: sudo zypper install gcc pkgconf alsa-devel libudev-devel' \
            'wayland-devel libvulkan1 libxkbcommon-x11-0 libX11-xcb1 libXcursor1 libXi6 libXrandr2' \
            'and the Vulkan driver of your graphics card' ;;
        *) die 'To build, first install a C compiler, pkg-config, and the development files of ALSA,' \
            'libudev and libwayland; to play, also Vulkan with a driver, libxkbcommon-x11, libX11-xcb,' \
            'libXcursor, libXi and libXrandr.' ;;
    esac
}

# Makes sure of the Debian packages named, or of their like on another system.
ensure_packages() {
    local kind
    kind=$(system)
    case $kind in
        debian) install_debian_packages "$@" ;;
        macos)
            xcode-select --print-path >/dev/null 2>&1 ||
                die "Apple's command line tools are missing: run xcode-select --install, then this again."
            ;;
        other) ;;
        *) check_other_linux "$kind" ;;
    esac
}

# Makes sure of a cargo new enough, or says how to get one.
ensure_cargo() {
    local wanted have
    command -v cargo >/dev/null || PATH=$HOME/.cargo/bin:$PATH
    command -v cargo >/dev/null ||
        die 'Rust is missing: install it with rustup, from https://rustup.rs, then run this again.'
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")
    # From the checkout, where rustup finds rust-toolchain.toml.
    have=$(cd "$root" && cargo --version | cut -d ' ' -f 2) || exit 1
    [[ $(printf '%s\n' "$wanted" "$have" | sort -V | head -n 1) == "$wanted" ]] ||
        die "cargo $have is older than $wanted: install Rust with rustup, from https://rustup.rs."
}
