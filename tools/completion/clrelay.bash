# SPDX-License-Identifier: Apache-2.0
# Completion of the command clrelay for bash.

# Completes the words after `clrelay trace`, with the variables of _clrelay.
_clrelay_trace()
{
    case $previous in
        --output | -o | --summary | --convert | --compare | --live)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --programs)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        --format)
            mapfile -t COMPREPLY < <(compgen -W 'perfetto chrome text csv' -- "$current")
            return
            ;;
        --functions | --kernels | --start-after | --duration | --limit)
            return
            ;;
    esac
    _clrelay_program "$trace_options" \
        '--output|-o|--summary|--convert|--compare|--fail-if|--programs|--format|--functions|--kernels|--start-after|--duration|--limit'
}

# Completes the words after `clrelay check`.
_clrelay_check()
{
    case $previous in
        --environment)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        --log | --suppressions | --baseline | --read)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --level)
            mapfile -t COMPREPLY < <(compgen -W 'note leak portability error' -- "$current")
            return
            ;;
        --format)
            mapfile -t COMPREPLY < <(compgen -W 'text json sarif junit' -- "$current")
            return
            ;;
        --ignore | --explain | --limit)
            return
            ;;
    esac
    _clrelay_program "$check_options" \
        '--format|--log|--suppressions|--baseline|--level|--ignore|--explain|--limit|--environment|--read'
}

# Completes the words after `clrelay run`.
_clrelay_run()
{
    case $previous in
        --library)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --device | -d)
            return
            ;;
    esac
    _clrelay_program '--device --library --help' '--device|-d|--library'
}

# Completes options, some of which have values, then a program and its arguments.
_clrelay_program()
{
    local number
    for ((number = 2; number < COMP_CWORD; number++)); do
        if [[ "|$2|" == *"|${COMP_WORDS[number]}|"* ]]; then
            number=$((number + 1))
            [[ ${COMP_WORDS[number]} == '=' ]] && number=$((number + 1))
        elif [[ ${COMP_WORDS[number]} != -* && ${COMP_WORDS[number]} != '=' ]]; then
            if declare -F _command_offset >/dev/null; then _command_offset "$number"; fi
            return
        fi
    done
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -c -- "$current"; compgen -f -- "$current")
    fi
}

_clrelay()
{
    local commands='test list drivers doctor layers settings disable enable default device run check trace'
    local options='--json --library --timeout --verbose --pid --system --help'
    local trace_options='--output --format --open --live --functions --kernels --start-after --duration
        --limit --no-device --call-sites --hash-data --system-clock --no-arguments --programs --json --summary --keep --convert --compare --fail-if --help'
    local check_options='--format --json --log --baseline --stop --guard --canaries --bounds --frees --objects-only --level --ignore --suppressions --limit
        --environment --read --follow --list --explain --help'
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local word command='' number
    COMPREPLY=()
    # Readline breaks words at =.
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $previous == '=' && $COMP_CWORD -ge 2 ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    case $previous in
        --library)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --timeout | --pid)
            return
            ;;
    esac
    if [[ ${COMP_WORDS[1]} == @(check|run|trace) && $COMP_CWORD -gt 1 ]]; then
        "_clrelay_${COMP_WORDS[1]}"
        return
    fi
    for ((number = 1; number < COMP_CWORD; number++)); do
        word=${COMP_WORDS[number]}
        [[ " $commands " == *" $word "* ]] && command=$word
    done
    if [[ -z $command ]]; then
        options="$commands $options --version"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    if [[ $command == doctor && $current != -* ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -c -- "$current"; compgen -f -- "$current")
    fi
} &&
complete -F _clrelay clrelay
