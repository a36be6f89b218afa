/** A state as a coloured dot and its word. */
export function StateDot(props: {
  of: { label: (code: number | string | null) => string };
  tones: Readonly<Record<string | number, string>>;
  code: number | string | null;
}) {
  const { of, tones, code } = props;
  return (
    <span className="td-dot" data-tone={tones[code ?? ''] ?? 'grey'}>
      {of.label(code)}
    </span>
  );
}
