import { isPlaced, probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { Button } from 'antd';
import { type PointerEvent, useRef } from 'react';
import { num } from '../../../../kit/show/format';
import { type ProbeRow, rowKey } from './rows';

interface ProbeDiagramProps {
  rows: ProbeRow[];
  /** m */
  boxLengthM: number | null;
  boxHeightM: number | null;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}
const step = 0.05;
const clampShare = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 100) / 100;

/**
 * 布点图: the box from the side, front on the left, with the probes where they sit. Dots are dragged, or moved with the arrow keys.
 */
export function ProbeDiagram({ rows, boxLengthM, boxHeightM, change, readOnly }: ProbeDiagramProps) {
  const placed = rows.filter((row) => row.used && isPlaced(row.kind));
  const box = useRef<HTMLDivElement>(null);
  const move = (row: ProbeRow) => (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const area = box.current?.getBoundingClientRect();
    if (!area) return;
    change({
      ...row,
      posX: clampShare((event.clientX - area.left) / area.width),
      posY: clampShare(1 - (event.clientY - area.top) / area.height),
    });
  };
  const keyed = (row: ProbeRow) => (key: string) => {
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[key];
    if (by)
      change({
        ...row,
        posX: clampShare((row.posX ?? 0.5) + (by[0] ?? 0)),
        posY: clampShare((row.posY ?? 0.5) + (by[1] ?? 0)),
      });
    return by !== undefined;
  };
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
            <button
              key={rowKey(row)}
              type="button"
              className="resources-vehicle-probe-dot"
              data-kind={row.kind}
              style={{ left: `${row.posX * 100}%`, bottom: `${row.posY * 100}%` }}
              disabled={readOnly}
              aria-label={`${labelOfRow(row)}的位置，${describePlace(row, boxLengthM, boxHeightM)}，方向键移动`}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={move(row)}
              onKeyDown={(event) => {
                if (keyed(row)(event.key)) event.preventDefault();
              }}
            >
              <b>{`${short[row.kind] ?? ''}${row.channel}`}</b>
              <span>{row.name}</span>
            </button>
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

const short: Partial<Record<ProbeRow['kind'], string>> = { tem: 'T', hum: 'H', co2: 'C' };
const labelOfRow = (row: ProbeRow): string => `${probeKinds[row.kind].label}${row.channel} ${row.name}`;

/** Shape of the picture: the box's own, within what can be read. */
const ratioOf = (length: number | null, height: number | null): number =>
  length && height ? Math.min(6, Math.max(2, length / height)) : 3.6;

export function describePlace({ posX, posY }: ProbeRow, length: number | null, height: number | null): string {
  if (posX === null || posY === null) return '未标位置';
  const from = length ? `距前壁 ${num(posX * length, 1)} m` : `距前壁 ${num(posX * 100)}%`;
  const above = height ? `离地 ${num(posY * height, 1)} m` : `离地 ${num(posY * 100)}%`;
  return `${from}，${above}`;
}

/** Along the middle of the box, in the order of the channels, as a start for dragging. */
const proposePlaces = (open: readonly ProbeRow[], of: number): ProbeRow[] =>
  open.map((row, i) => ({ ...row, posX: clampShare((of - open.length + i + 1) / (of + 1)), posY: 0.6 }));
