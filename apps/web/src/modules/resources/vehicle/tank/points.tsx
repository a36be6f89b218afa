import { tankPoints } from '@tongda/contract/resources/vehicle/tank';
import { tableOfShape, tankShapes } from '@tongda/contract/resources/vehicle/tank-shape';
import { Button, Input, InputNumber, Modal, Tooltip } from 'antd';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from '../../../../kit/dialog/notify';
import { saveBlob } from '../../../../kit/files/downloads';
import type { TankState } from './draft';
import { lineOf, type PointLine, pointsOf, pointsOfText, textOfPoints } from './model';

interface PointsProps {
  tank: TankState;
  /** what the sensor says now */
  raw: number | null;
  readOnly: boolean;
}

/** The table of a tank, a line a point, with the ways to fill it: by hand, from the sensor, from the shape, from a spreadsheet. */
export function TankPoints({ tank, raw, readOnly }: PointsProps) {
  const { draft, put, faults } = tank;
  const [pasting, setPasting] = useState(false);
  const { lines } = draft;
  const change = (key: number, part: Partial<PointLine>): void =>
    put({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) });
  const full = lines.length >= tankPoints.most;
  return (
    <>
      {readOnly ? null : <Tools tank={tank} raw={raw} full={full} paste={() => setPasting(true)} />}
      <table className="resources-vehicle-tank-points">
        <thead>
          <tr>
            <th className="no">序号</th>
            <th>高度/电压值</th>
            <th>油量(L)</th>
            <th className="fault">{'\u00A0'}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <tr key={line.key}>
              <td className="no">{i + 1}</td>
              <td>
                <Box
                  label={`第${i + 1}点高度/电压值`}
                  value={line.raw}
                  wrong={faults.has(line.key)}
                  disabled={readOnly}
                  put={(value) => change(line.key, { raw: value })}
                />
              </td>
              <td>
                <Box
                  label={`第${i + 1}点油量`}
                  value={line.litres}
                  wrong={faults.has(line.key)}
                  disabled={readOnly}
                  put={(value) => change(line.key, { litres: value })}
                />
              </td>
              <td className="fault">
                <span>{faults.get(line.key)}</span>
                {readOnly ? null : (
                  <Button
                    type="text"
                    size="small"
                    icon={<X className="td-ico" />}
                    aria-label={`删除第${i + 1}点`}
                    onClick={() => put({ lines: lines.filter(({ key }) => key !== line.key) })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pasting ? <PasteDialog tank={tank} close={() => setPasting(false)} /> : null}
    </>
  );
}

interface BoxProps {
  label: string;
  value: number | null;
  wrong: boolean;
  disabled: boolean;
  put: (value: number | null) => void;
}
const Box = ({ label, value, wrong, disabled, put }: BoxProps) => (
  <InputNumber<number>
    aria-label={label}
    value={value}
    status={wrong ? 'error' : undefined}
    controls={false}
    disabled={disabled}
    style={{ width: '100%' }}
    onChange={put}
  />
);

interface ToolsProps {
  tank: TankState;
  raw: number | null;
  full: boolean;
  paste: () => void;
}

function Tools({ tank, raw, full, paste }: ToolsProps) {
  const { draft, put } = tank;
  const { lines, capacityL, shape, rangeMin, rangeMax } = draft;
  const points = pointsOf(lines);
  /** into the first line without a raw value, else a new one */
  const takeRaw = (): void => {
    const blank = lines.find((line) => line.raw === null);
    put({
      lines: blank
        ? lines.map((line) => (line === blank ? { ...line, raw } : line))
        : [...lines, lineOf({ raw: raw ?? undefined })],
    });
  };
  const missing =
    capacityL === null ? '先填油箱容量' : rangeMin === null || rangeMax === null ? '先填量程上下限' : null;
  const generate = (): void => {
    if (capacityL === null || rangeMin === null || rangeMax === null) return;
    put({ lines: tableOfShape(shape, capacityL, { from: rangeMin, until: rangeMax }).map(lineOf) });
  };
  const download = (): void =>
    saveBlob(new Blob([textOfPoints(points)], { type: 'text/csv' }), `油箱${draft.tank}标定.csv`);
  const shapeWord = tankShapes[shape === 4 ? 1 : shape];
  return (
    <div className="resources-vehicle-tank-tools">
      <Button icon={<Plus className="td-ico" />} disabled={full} onClick={() => put({ lines: [...lines, lineOf()] })}>
        加一点
      </Button>
      <Tool why={raw === null ? '传感器还没有上报' : null} run={takeRaw}>
        取当前值{raw === null ? '' : ` ${raw}`}
      </Tool>
      <Tool why={missing} run={generate}>
        按{shapeWord}生成
      </Tool>
      <Button onClick={paste}>粘贴导入</Button>
      <Tool why={points.length === 0 ? '还没有标定点' : null} run={download}>
        导出CSV
      </Tool>
    </div>
  );
}

const Tool = ({ why, run, children }: { why: string | null; run: () => void; children: ReactNode }) => (
  <Tooltip title={why}>
    <Button disabled={why !== null} onClick={run}>
      {children}
    </Button>
  </Tooltip>
);

/** 粘贴导入: two columns out of a spreadsheet, or the lines of a CSV file; they take the place of the table. */
function PasteDialog({ tank, close }: { tank: TankState; close: () => void }) {
  const [text, setText] = useState('');
  const points = pointsOfText(text);
  const take = (): void => {
    tank.put({ lines: points.slice(0, tankPoints.most).map(lineOf) });
    toast('success', `已填入 ${Math.min(points.length, tankPoints.most)} 个标定点，检查后保存`);
    close();
  };
  return (
    <Modal
      open
      title="粘贴导入标定点"
      width={440}
      okText={points.length > 0 ? `填入 ${points.length} 点` : '填入'}
      cancelText="取消"
      okButtonProps={{ disabled: points.length === 0 }}
      onOk={take}
      onCancel={close}
    >
      <p className="td-cap">从 Excel 复制两列（高度/电压值、油量），或粘贴 CSV 的内容；原有的标定点被替换。</p>
      <Input.TextArea
        aria-label="标定点"
        autoFocus
        value={text}
        rows={10}
        placeholder={'100\t0\n300\t60\n600\t180\n900\t260'}
        onChange={(event) => setText(event.target.value)}
      />
    </Modal>
  );
}
