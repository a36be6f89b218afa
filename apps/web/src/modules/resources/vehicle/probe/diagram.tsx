import { isPlaced, probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { Button } from 'antd';
import { type PointerEvent, useRef } from 'react';
import { formatNumber } from '../../../../kit/show/format';
import { type ProbeRow, rowKey } from './rows';

interface ProbeDiagramProps {
  rows: ProbeRow[];
  /** inner size of the box, m; null while unknown */
  boxLengthM: number | null;
  boxHeightM: number | null;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}
const step = 0.05;
const clampShare = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 100) / 100;

/** 布点图: the box from the side with its front on the left, and the probes at their positions. */
export function ProbeDiagram({ rows, boxLengthM, boxHeightM, change, readOnly }: ProbeDiagramProps) {
  const placed = rows.filter((row) => row.used && isPlaced(row.kind));
  const box = useRef<HTMLDivElement>(null);
  if (placed.length === 0)
    return <p className="td-cap">启用温度、湿度或二氧化碳通道后，在这里标出探头在货箱中的位置</p>;
  const open = placed.filter((row) => row.posX === null || row.posY === null);
  return (
    <div className="resources-vehicle-probe-box-wrap">
      <div
        className="resources-vehicle-probe-box"
        ref={box}
        style={{ aspectRatio: `${ratioOf(boxLengthM, boxHeightM)}` }}
      >
        <span className="resources-vehicle-probe-box-end" data-end="front">
          车头
        </span>
        <span className="resources-vehicle-probe-box-end" data-end="rear">
          车尾门
        </span>
        {placed.map((row) =>
          row.posX === null || row.posY === null ? null : (
            <Dot
              key={rowKey(row)}
              row={row}
              at={[row.posX, row.posY]}
              label={`${labelOfRow(row)}的位置，${describePlace(row, boxLengthM, boxHeightM)}，方向键移动`}
              area={() => box.current?.getBoundingClientRect()}
              change={change}
              readOnly={readOnly}
            />
          ),
        )}
      </div>
      <ul className="resources-vehicle-probe-box-list">
        {placed.map((row) => (
          <li key={rowKey(row)}>
            <span>{labelOfRow(row)}</span>
            <span className="td-cap">{describePlace(row, boxLengthM, boxHeightM)}</span>
            {readOnly || row.posX === null ? null : (
              <Button type="link" size="small" onClick={() => change({ ...row, posX: null, posY: null })}>
                移除
              </Button>
            )}
          </li>
        ))}
        {open.length > 0 && !readOnly ? (
          <li>
            <Button size="small" onClick={() => proposePlaces(open, placed.length).forEach(change)}>
              放到图上
            </Button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

interface DotProps extends Pick<ProbeDiagramProps, 'change' | 'readOnly'> {
  row: ProbeRow;
  /** position in the box, shares of its length and height */
  at: readonly [x: number, y: number];
  label: string;
  /** the picture of the box on the screen */
  area: () => DOMRect | undefined;
}

const steps = new Map<string, readonly [x: number, y: number]>([
  ['ArrowLeft', [-step, 0]],
  ['ArrowRight', [step, 0]],
  ['ArrowUp', [0, step]],
  ['ArrowDown', [0, -step]],
]);

/** A probe on the picture, moved by dragging or with the arrow keys. */
function Dot({ row, at: [x, y], label, area, change, readOnly }: DotProps) {
  const place = (posX: number, posY: number): void =>
    change({ ...row, posX: clampShare(posX), posY: clampShare(posY) });
  const drag = (event: PointerEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.hasPointerCapture(event.pointerId) ? area() : undefined;
    if (box) place((event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height);
  };
  return (
    <button
      type="button"
      className="resources-vehicle-probe-dot"
      data-kind={row.kind}
      style={{ left: `${x * 100}%`, bottom: `${y * 100}%` }}
      disabled={readOnly}
      aria-label={label}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const by = steps.get(event.key);
        if (!by) return;
        place(x + by[0], y + by[1]);
        event.preventDefault();
      }}
    >
      <b>{`${short[row.kind] ?? ''}${row.channel}`}</b>
      <span>{row.name}</span>
    </button>
  );
}

const short: Partial<Record<ProbeRow['kind'], string>> = { tem: 'T', hum: 'H', co2: 'C' };
const labelOfRow = (row: ProbeRow): string => `${probeKinds[row.kind].label}${row.channel} ${row.name}`;

/** Width by height of the picture: that of the box, within limits so that it stays readable. */
const ratioOf = (length: number | null, height: number | null): number =>
  length && height ? Math.min(6, Math.max(2, length / height)) : 3.6;

/** Position of a probe in words: metres from the front wall and from the floor, or per cent when the box's size (m) is unknown. */
export function describePlace({ posX, posY }: ProbeRow, length: number | null, height: number | null): string {
  if (posX === null || posY === null) return '未标位置';
  const from = length ? `距前壁 ${formatNumber(posX * length, 1)} m` : `距前壁 ${formatNumber(posX * 100)}%`;
  const above = height ? `离地 ${formatNumber(posY * height, 1)} m` : `离地 ${formatNumber(posY * 100)}%`;
  return `${from}，${above}`;
}

/** Positions to start from: spread along the box in the order of the channels, a little above its middle. */
const proposePlaces = (open: readonly ProbeRow[], of: number): ProbeRow[] =>
  open.map((row, i) => ({ ...row, posX: clampShare((of - open.length + i + 1) / (of + 1)), posY: 0.6 }));
