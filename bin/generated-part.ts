/** A Markdown table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `text` with what is between its markers `<!-- name:start -->` and `<!-- name:end -->` replaced. Throws without them. */
export function withPart(text: string, name: string, part: string): string {
  const [before, after] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [start, end] = [text.indexOf(before), text.indexOf(after)];
  if (start < 0 || end < start) throw new Error(`the text lacks ${before} … ${after}`);
  return `${text.slice(0, start + before.length)}\n${part}\n${text.slice(end)}`;
}
