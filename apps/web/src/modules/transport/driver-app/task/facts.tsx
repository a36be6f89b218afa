/** Label and value lines of a card; lines without a value are left out. */
export function DriverFacts({ facts }: { facts: ReadonlyArray<readonly [label: string, value: string | null]> }) {
  return (
    <dl className="transport-driver-app-facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
