import { findFewPoints, type ProbeKind, probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { type faultsIn, type ProbeRow, probesIn } from './rows';
import { ProbeTable } from './table';
import type { ProbeSetting } from './use-setting';

interface GroupProps {
  kind: ProbeKind;
  rows: ProbeRow[];
  setting: ProbeSetting;
  faults: ReturnType<typeof faultsIn>;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}
const hints: Record<ProbeKind, string> = {
  tem: '超出上下限时报警',
  hum: '超出上下限时报警',
  door: '开关状态随报文上报；触点为常开时按相反的状态记录；抓拍通道为对着该门的摄像头',
  oil: '上限填油箱容量',
  co2: '超出上下限时报警',
  chiller: '运行状态随报文上报；反相时按相反的状态记录；信号来源供接线与维修查阅',
  camera: '登记每一路的名称和类型',
};

/** The wires of one kind in a table; for thermometers also which measuring points the rules for medicine miss. */
export function ProbeGroup({ kind, rows, setting, ...rest }: GroupProps) {
  const few = kind === 'tem' ? findFewPoints(probesIn(rows), setting.volumeM3) : [];
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>{probeKinds[kind].label}</h2>
        <div className="td-cap">{hints[kind]}</div>
        {few.map(({ zone, has, needs }) => (
          <div key={zone} className="resources-vehicle-warn" role="status">
            测点数量不足：{zone}有{has}个，按药品GSP至少{needs}个
          </div>
        ))}
      </div>
      <ProbeTable
        kind={kind}
        rows={rows.filter((row) => row.kind === kind)}
        cameras={rows.filter((row) => row.kind === 'camera' && row.used)}
        zones={setting.zones}
        readings={setting.readings.filter((reading) => reading.kind === kind)}
        {...rest}
      />
    </section>
  );
}
