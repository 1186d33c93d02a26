import type { Given } from '../arguments.ts';
import { calledWrongly } from '../errors.ts';
import { write } from '../output.ts';
import { didYouMean } from '../suggest.ts';

/** Each asks the program itself, so that it never has to be installed again after an update. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# throughline completion bash > ~/.local/share/bash-completion/completions/throughline
_throughline() {
  local IFS=$'\\n'
  COMPREPLY=($(throughline __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _throughline throughline
`,
  zsh: `#compdef throughline
# throughline completion zsh > "\${fpath[1]}/_throughline"
_throughline() {
  local -a found
  found=("\${(@f)$(throughline __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" = "_throughline" ]]; then _throughline "$@"; else compdef _throughline throughline; fi
`,
  fish: `# throughline completion fish > ~/.config/fish/completions/throughline.fish
function __throughline_complete
  set -l words (commandline -opc) (commandline -ct)
  throughline __complete $words[2..-1] 2>/dev/null
end
complete -c throughline -a '(__throughline_complete)'
`,
  powershell: `# throughline completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName throughline -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  throughline __complete @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};

export async function run({ words }: Given): Promise<void> {
  const [shell = ''] = words;
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script !== undefined) {
    await write(script);
    return;
  }
  const shells = Object.keys(SCRIPTS);
  throw calledWrongly(
    `The shell must be one of ${shells.join(', ')}, not "${shell}".${didYouMean(shell, shells)}`,
  );
}
