import type { Output } from '@tongda/contract/core/endpoint';
import { findFewPoints, isPlaced, type probeGet, probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { formatNumber, none } from '../../../../kit/show/format';
import { Grid, Sheet } from '../../../base/print/door';
import { formatBounds, usePaperFoot } from '../paper/words';
import { describePlace, ProbeDiagram } from './diagram';
import { probesIn, rowKey, rowsOf } from './rows';
import './styles.css';

const doNothing = (): void => undefined;

/** 布点图 for printing: the box with its probes, and a table of their positions, limits and calibration certificates. */
export function DiagramPaper({ setting }: { setting: Output<typeof probeGet> }) {
  const { company, foot } = usePaperFoot();
  const rows = rowsOf(setting.probes);
  const placed = rows.filter((row) => row.used && isPlaced(row.kind));
  const few = findFewPoints(probesIn(rows), setting.volumeM3);
  const { boxLengthM, boxHeightM, volumeM3 } = setting;
  return (
    <Sheet company={company} title="探头布点图" code={setting.plateNo} foot={foot}>
      <Grid
        cells={[
          ['车牌号', setting.plateNo],
          ['车辆备注', setting.remarkNo],
          [
            '货箱长 × 高',
            boxLengthM && boxHeightM ? `${formatNumber(boxLengthM, 2)} × ${formatNumber(boxHeightM, 2)} m` : '',
          ],
          ['容积', volumeM3 ? `${formatNumber(volumeM3, 2)} m³` : ''],
          ['分区', setting.zones.map(({ name }) => name).join('、'), 'wide'],
        ]}
      />
      <div className="resources-vehicle-probe-print-box">
        <ProbeDiagram rows={rows} boxLengthM={boxLengthM} boxHeightM={boxHeightM} change={doNothing} readOnly />
      </div>
      {few.map(({ zone, has, needs }) => (
        <p key={zone}>{`测点数量不足：${zone}有${has}个，按药品GSP至少${needs}个`}</p>
      ))}
      {placed.length > 0 ? (
        <table className="base-print-table">
          <thead>
            <tr>
              <th>通道</th>
              <th>名称</th>
              <th>温区</th>
              <th>位置</th>
              <th>下限 ~ 上限</th>
              <th>修正值</th>
              <th>探头编号</th>
              <th>校准证书号</th>
              <th>校准日期</th>
              <th>有效期</th>
            </tr>
          </thead>
          <tbody>
            {placed.map((row) => (
              <tr key={rowKey(row)}>
                <td className="base-print-nowrap">{`${probeKinds[row.kind].label}${row.channel}`}</td>
                <td>{row.name}</td>
                <td>{row.zone || none}</td>
                <td>{describePlace(row, boxLengthM, boxHeightM)}</td>
                <td className="base-print-nowrap">{formatBounds(row)}</td>
                <td className="num">{row.correction === 0 ? none : row.correction.toFixed(1)}</td>
                <td>{row.sn || none}</td>
                <td>{row.certNo || none}</td>
                <td className="base-print-nowrap">{row.certDate ?? none}</td>
                <td className="base-print-nowrap">{row.certEnd ?? none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Sheet>
  );
}
