# SPDX-License-Identifier: Apache-2.0
# Completion of the command clrelay for bash.
_clrelay()
{
    local commands='list drivers doctor layers settings'
    local options='--json --library --timeout --help'
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
        --timeout)
            return
            ;;
    esac
    for ((number = 1; number < COMP_CWORD; number++)); do
        word=${COMP_WORDS[number]}
        [[ " $commands " == *" $word "* ]] && command=$word
    done
    if [[ -z $command ]]; then
        options="$commands $options --version"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
} &&
complete -F _clrelay clrelay
