import {
  beyondLine,
  clipSegments,
  type LineSegment,
  rulesOfSegment,
  segmentLimits,
  segmentWords,
} from '@tongda/contract/ground/place/segments';
import { Button, InputNumber } from 'antd';
import { Plus, Scissors, Trash2 } from 'lucide-react';
import { EditField } from '../../../../kit/form/edit-field';
import { formatNumber, none } from '../../../../kit/show/format';
import './line.css';
import { keysOf } from '@tongda/contract/core/keys';

const cells = {
  fromKm: '起点',
  toKm: '终点',
  speedLimitKmh: '限速',
  atLeastMin: '最短时间',
  atMostMin: '最长时间',
} as const;
type Cell = keyof typeof cells;

/** 分段 of an electronic line: km from its beginning, own limit, minutes that it should take. `lengthM` of the line as it is drawn. */
export function SegmentsField({ lengthM }: { lengthM: number }) {
  return (
    <EditField
      name="segments"
      label="分段"
      span={6}
      cells={cells}
      // the field `segments`
      show={(value) => segmentWords((value ?? []) as LineSegment[]) || none}
      help="按起点起的公里数；限速代替全线限速，用于超速报警规则和写入终端；通过时间由终端判断"
    >
      <SegmentsTable lengthM={lengthM} />
    </EditField>
  );
}

interface TableProps {
  lengthM: number;
  value?: LineSegment[];
  onChange?: (rows: LineSegment[]) => void;
  id?: string;
}

function SegmentsTable({ lengthM, value = [], onChange, id }: TableProps) {
  const endKm = Math.floor(lengthM / 100) / 10;
  const fromKm = value.at(-1)?.toKm ?? 0;
  const add = (): void =>
    onChange?.([
      ...value,
      { fromKm, toKm: Math.min(fromKm + 10, endKm), speedLimitKmh: null, atLeastMin: null, atMostMin: null },
    ]);
  const put = (at: number, cell: Cell, n: number | null): void =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, [cell]: n } : row)));
  const beyond = beyondLine(value, lengthM);
  return (
    <div className="ground-place-draw-segments" id={id}>
      {value.length > 0 ? (
        <div className="rows">
          <table>
            <thead>
              <tr>
                <th>起(km)</th>
                <th>止(km)</th>
                <th>限速</th>
                <th>最短分</th>
                <th>最长分</th>
                <th aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {value.map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own and never move
                <tr key={i}>
                  {keysOf(cells).map((cell) => (
                    <td key={cell}>
                      <InputNumber
                        aria-label={`第${i + 1}段${cells[cell]}`}
                        controls={false}
                        min={0}
                        max={cell === 'speedLimitKmh' ? segmentLimits.maxKmh : undefined}
                        precision={cell === 'speedLimitKmh' ? 0 : 1}
                        value={row[cell]}
                        onChange={(n) => put(i, cell, n)}
                      />
                    </td>
                  ))}
                  <td>
                    <Button
                      type="text"
                      icon={<Trash2 />}
                      aria-label={`删除第${i + 1}段`}
                      onClick={() => onChange?.(value.filter((_, at) => at !== i))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className="foot">
        <Button
          icon={<Plus />}
          disabled={lengthM === 0 || fromKm >= endKm || value.length >= segmentLimits.count}
          onClick={add}
        >
          添加一段
        </Button>
        {beyond ? (
          <Button icon={<Scissors />} onClick={() => onChange?.(clipSegments(value, lengthM))}>
            截到线路终点
          </Button>
        ) : null}
        {value.length > 1 ? <Button onClick={() => onChange?.([])}>清空</Button> : null}
        <span className={beyond ? 'ground-place-draw-beyond' : 'td-cap'}>
          {beyond ?? `${value.length > 0 ? `${value.length} 段，` : ''}线路长 ${formatNumber(lengthM / 1000, 1)} km`}
        </span>
      </div>
    </div>
  );
}

/** The pieces of a line on its card. */
export function SegmentList({ segments }: { segments: readonly LineSegment[] }) {
  if (segments.length === 0) return null;
  return (
    <section className="ground-place-part">
      <h3>
        分段 <span>{segments.length}</span>
      </h3>
      <ul className="ground-place-draw-list">
        {segments.map((row) => (
          <li key={row.fromKm}>
            <span>
              {formatNumber(row.fromKm, 1)}–{formatNumber(row.toKm, 1)} km
            </span>
            {rulesOfSegment(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}
