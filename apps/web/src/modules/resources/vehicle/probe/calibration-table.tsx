import { probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { DatePicker, Input, InputNumber } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { DueDate } from '../../../../kit/detail/due-date';
import { none } from '../../../../kit/show/format';
import { type ProbeRow, type RowFaults, rowKey } from './rows';

interface CalibrationTableProps {
  rows: ProbeRow[];
  faults: RowFaults;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
  /** may change what is added to readings */
  mayCorrect: boolean;
}
const day = 'YYYY-MM-DD';
/** A certificate holds for a year unless somebody says otherwise. */
const calibrated = (date: Dayjs | null) =>
  date ? { certDate: date.format(day), certEnd: date.add(1, 'year').format(day) } : { certDate: null };

/** Serial numbers, calibration certificates and their corrections of the probes in use. */
export function CalibrationTable({ rows, faults, change, readOnly, mayCorrect }: CalibrationTableProps) {
  const measured = rows.filter((row) => row.used && probeKinds[row.kind].calibrated);
  if (measured.length === 0)
    return <p className="td-cap">启用温度、湿度或二氧化碳通道后，在这里登记探头编号和校准证书</p>;
  return (
    <table className="resources-vehicle-probe-probes" data-wide>
      <thead>
        <tr>
          <th className="wire">探头</th>
          <th>探头编号</th>
          <th>校准证书号</th>
          <th className="limit">校准日期</th>
          <th className="limit">有效期至</th>
          <th className="added">修正值</th>
          <th className="due">状态</th>
        </tr>
      </thead>
      <tbody>
        {measured.map((row) => {
          const name = `${probeKinds[row.kind].label}通道${row.channel}`;
          return (
            <tr key={rowKey(row)}>
              <td className="wire">
                {probeKinds[row.kind].label}
                {row.channel} {row.name}
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
                  aria-label={`${name}的校准日期`}
                  value={row.certDate ? dayjs(row.certDate, day) : null}
                  disabled={readOnly}
                  maxDate={dayjs()}
                  onChange={(date) => change({ ...row, ...calibrated(date) })}
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
              <td className="added">
                {probeKinds[row.kind].correction === null ? (
                  <span className="resources-vehicle-none">{none}</span>
                ) : (
                  <>
                    <InputNumber
                      aria-label={`${name}的修正值`}
                      value={row.correction}
                      precision={1}
                      step={0.1}
                      suffix={probeKinds[row.kind].unit}
                      disabled={readOnly || !mayCorrect}
                      title={readOnly || mayCorrect ? undefined : '没有“修正探头”权限'}
                      status={faults.get(rowKey(row))?.correction ? 'error' : undefined}
                      onChange={(value) => change({ ...row, correction: value ?? 0 })}
                    />
                    {faults.get(rowKey(row))?.correction ? (
                      <div className="resources-vehicle-probe-fault">{faults.get(rowKey(row))?.correction}</div>
                    ) : null}
                  </>
                )}
              </td>
              <td className="due">
                <DueDate date={row.certEnd} />
                {row.certDate && row.certEnd && row.certEnd <= row.certDate ? (
                  <div className="resources-vehicle-probe-fault">有效期须晚于校准日期</div>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
