import type { Output } from '@tongda/contract/core/endpoint';
import { vehicleDrugCheck } from '@tongda/contract/resources/vehicle/checks';
import { Drawer, Table } from 'antd';
import { Link } from 'react-router';
import { Asked } from '../../../../kit/detail/asked';
import { formatNumber, none } from '../../../../kit/show/format';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { Empty } from '../../../../kit/show/states';
import { useVehicleLinks } from '../links';

/** 药品GSP检查: vehicles for medicine that break a rule, with their faults. */
export function DrugCheck({ close }: { close: () => void }) {
  return (
    <Drawer open size={780} title="药品GSP检查" onClose={close}>
      <p className="td-cap">每个药品温区至少2个测点，20 m³以上每20 m³加1个；探头须有有效的校准证书</p>
      <Asked of={vehicleDrugCheck} input={{}}>
        {(found) => <Failing found={found} />}
      </Asked>
    </Drawer>
  );
}

function Failing({ found: { checked, failing } }: { found: Output<typeof vehicleDrugCheck> }) {
  const links = useVehicleLinks();
  if (checked === 0)
    return <Empty title="没有药品温区的车辆" text="温区名含“药”“疫苗”或“GSP”的探头按药品检查，在“探头设置”中填写" />;
  if (failing.length === 0)
    return <Empty title="全部达标" text={`${formatNumber(checked)} 辆药品车的测点和校准证书都符合要求`} />;
  return (
    <>
      <p>
        共 {formatNumber(checked)} 辆药品车，{formatNumber(failing.length)} 辆不达标
      </p>
      <Table
        size="small"
        rowKey="id"
        dataSource={failing}
        pagination={failing.length > 30 ? { pageSize: 30, showSizeChanger: false } : false}
        columns={[
          { title: '车牌号', width: 130, render: (_, v) => <PlateChip plateNo={v.plateNo} colour={v.vehicleColor} /> },
          { title: '车队', width: 120, render: (_, v) => v.fleetName || none },
          {
            title: '不达标项',
            render: (_, v) => v.faults.map((fault) => <div key={fault}>{fault}</div>),
          },
          { title: '操作', width: 90, render: (_, v) => <Link to={links.probe(v.id)}>探头设置</Link> },
        ]}
      />
    </>
  );
}
