import { type OrgRow, type OrgVehicleRow, orgVehicles } from '@tongda/contract/base/org/calls';
import { authEffective } from '@tongda/contract/company/resource-auth/shapes';
import { columns } from '@tongda/contract/core/columns';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { InnerList } from '../../../kit/list/inner';
import { Can } from '../../../kit/session/can';
import { PlateChip } from '../../../kit/show/plate/chip';
import { orgLinks } from './links';

const shown = columns<OrgVehicleRow>()([
  { value: 'plateNo', label: '车牌', width: 128 },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'vehicleType', label: '类型', width: 90 },
  { value: 'vehicleStatus', label: '状态', width: 90, dict: 'vehicleStatus' },
  { value: 'orgName', label: '所属部门', width: 140 },
  { value: 'source', label: '来源', width: 90 },
]);

/** Vehicles of a department: its own ones and those that were given to it. */
export function OrgVehicles({ org }: { org: OrgRow }) {
  const [below, setBelow] = useState(true);
  return (
    <InnerList<OrgVehicleRow>
      of={orgVehicles}
      columns={shown}
      fixed={{ orgId: org.id, below: below ? '1' : '0' }}
      search="车牌号"
      empty="该部门还没有车辆"
      cells={{
        plateNo: (row) => <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />,
        source: (row) => (
          <span className="base-org-source" data-source={row.source}>
            {row.source === 'own' ? '归属' : '授权'}
          </span>
        ),
      }}
      tools={
        <>
          <Checkbox checked={below} onChange={(event) => setBelow(event.target.checked)}>
            含下级
          </Checkbox>
          <Can do={authEffective}>
            <Link to={orgLinks.visible(org.id)}>每辆车可见的原因</Link>
          </Can>
        </>
      }
    />
  );
}
