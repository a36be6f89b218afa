import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { isZoned } from '@tongda/contract/resources/vehicle/zone';
import { none } from '../../../../kit/show/format';
import { Grid, Sheet } from '../../../base/print/door';
import { factGroupsOf } from '../detail/facts';
import { papersOf } from './kinds';
import { formatBounds, usePaperFoot } from './words';
import '../detail/styles.css';

/** 车辆卡: the fields of a vehicle for printing. */
export function VehicleCard({ vehicle: v, photoUrl }: { vehicle: VehicleDetail; photoUrl: string | undefined }) {
  const { company, foot } = usePaperFoot();
  const wires = v.probes.filter(({ kind }) => isZoned(kind));
  return (
    <Sheet company={company} title="车辆卡" code={v.plateNo} foot={foot}>
      {photoUrl ? (
        <img className="resources-vehicle-detail-card-photo" src={photoUrl} alt={`${v.plateNo}照片`} />
      ) : null}
      {factGroupsOf(v).map(([title, facts]) => (
        <section key={title}>
          <h3 className="base-print-part">{title}</h3>
          <Grid cells={facts.map(([label, value]) => [label, value ?? none])} />
        </section>
      ))}
      <h3 className="base-print-part">证照</h3>
      <table className="base-print-table">
        <thead>
          <tr>
            <th>证照</th>
            <th>证号 / 单号</th>
            <th>办理单位</th>
            <th>开始日期</th>
            <th>到期日期</th>
          </tr>
        </thead>
        <tbody>
          {papersOf(v).map((paper) => (
            <tr key={paper.kind}>
              <td>{paper.label}</td>
              <td>{paper.no || none}</td>
              <td>{paper.issuer || none}</td>
              <td>{paper.startDate ?? none}</td>
              <td>{paper.date ?? (paper.endless && paper.no ? '长期' : none)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wires.length > 0 ? (
        <>
          <h3 className="base-print-part">温湿度与气体探头</h3>
          <table className="base-print-table">
            <thead>
              <tr>
                <th>通道</th>
                <th>名称</th>
                <th>温区</th>
                <th>下限 ~ 上限</th>
                <th>探头编号</th>
                <th>校准证书号</th>
                <th>有效期</th>
              </tr>
            </thead>
            <tbody>
              {wires.map((wire) => (
                <tr key={`${wire.kind}${wire.channel}`}>
                  <td>{`${probeKinds[wire.kind].label}${wire.channel}`}</td>
                  <td>{wire.name}</td>
                  <td>{wire.zone || none}</td>
                  <td>{formatBounds(wire)}</td>
                  <td>{wire.sn || none}</td>
                  <td>{wire.certNo || none}</td>
                  <td>{wire.certEnd ?? none}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
      {v.remark ? <p>备注：{v.remark}</p> : null}
    </Sheet>
  );
}
