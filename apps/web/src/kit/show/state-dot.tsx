/** What is done, whatever it was. */
const done: ReadonlySet<string> = new Set(['已完成', '运输完成']);

/** A state as a coloured dot and its word; what is done recedes behind a grey check, on every page alike. */
export function StateDot(props: {
  of: { label: (code: number | string | null) => string };
  tones: Readonly<Record<string | number, string>>;
  code: number | string | null;
}) {
  const { of, tones, code } = props;
  const word = of.label(code);
  return (
    <span className="td-dot" data-tone={done.has(word) ? 'done' : (tones[code ?? ''] ?? 'grey')}>
      {word}
    </span>
  );
}
