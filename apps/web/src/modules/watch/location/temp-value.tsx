import { formatDegrees, type TempReading } from './monitor/model';

/** A temperature in its colour: green in range, amber near a bound, bold red outside, `--` without data. */
export function TempValue({ reading, className = 'num' }: { reading: TempReading | undefined; className?: string }) {
  const level = reading?.level ?? 'none';
  return (
    <span
      className={`${className} map-view-temp ${level}`}
      title={reading ? `${reading.probe.name}${level === 'out' ? '，超限' : ''}` : undefined}
    >
      {formatDegrees(reading?.value ?? null)}
    </span>
  );
}
