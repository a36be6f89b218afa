import { probeKinds } from '@tongda/contract/vehicle/probe';
import { DatePicker, Input } from 'antd';
import dayjs from 'dayjs';
import { DueDate } from '../../kit/due-date';
import { type ProbeRow, rowKey } from './probe-rows';

interface CalibrationTableProps {
  rows: ProbeRow[];
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}
const day = 'YYYY-MM-DD';

/** Serial numbers and calibration certificates of the temperature and humidity probes in use. */
export function CalibrationTable({ rows, change, readOnly }: CalibrationTableProps) {
  const measured = rows.filter((row) => row.used && (row.kind === 'tem' || row.kind === 'hum'));
  if (measured.length === 0) return <p className="td-cap">启用温度或湿度通道后，在这里登记探头编号和校准证书</p>;
  return (
    <table className="veh-probes">
      <thead>
        <tr>
          <th className="wire">探头</th>
          <th>探头编号</th>
          <th>校准证书号</th>
          <th className="limit">有效期至</th>
          <th className="due">状态</th>
        </tr>
      </thead>
      <tbody>
        {measured.map((row) => {
          const name = `${probeKinds[row.kind].label}通道${row.channel}`;
          return (
            <tr key={rowKey(row)}>
              <td className="wire">
                {name} {row.name}
              </td>
              <td>
                <Input
                  aria-label={`${name}的探头编号`}
                  value={row.sn ?? ''}
                  maxLength={30}
                  disabled={readOnly}
                  onChange={(event) => change({ ...row, sn: event.target.value })}
                />
              </td>
              <td>
                <Input
                  aria-label={`${name}的校准证书号`}
                  value={row.certNo ?? ''}
                  maxLength={30}
                  disabled={readOnly}
                  onChange={(event) => change({ ...row, certNo: event.target.value })}
                />
              </td>
              <td className="limit">
                <DatePicker
                  aria-label={`${name}的校准有效期`}
                  value={row.certEnd ? dayjs(row.certEnd, day) : null}
                  disabled={readOnly}
                  onChange={(date) => change({ ...row, certEnd: date ? date.format(day) : null })}
                />
              </td>
              <td className="due">
                <DueDate date={row.certEnd} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
