import type { OrgRow } from '@tongda/contract/base/org/calls';
import { columns } from '@tongda/contract/core/columns';
import { Empty } from '../../../kit/show/states';
import { DataTable } from '../../../kit/table/dense';

const shown = columns<OrgRow>()([
  { value: 'name', label: '部门名称', width: 180 },
  { value: 'code', label: '部门编码', width: 120 },
  { value: 'orgType', label: '类型', width: 90, dict: 'orgType' },
  { value: 'managerName', label: '负责人', width: 100 },
  { value: 'userTotal', label: '成员', width: 80, align: 'right' },
  { value: 'vehicleTotal', label: '车辆', width: 80, align: 'right' },
]);

/** The departments right below the chosen one. */
export function OrgChildren({ rows, choose }: { rows: OrgRow[]; choose: (id: string) => void }) {
  return (
    <DataTable<OrgRow>
      rows={rows}
      rowKey="id"
      columns={shown}
      cells={{
        name: (row) => (
          <button type="button" className="td-plain kit-table-word" onClick={() => choose(row.id)}>
            {row.name}
          </button>
        ),
      }}
      empty={<Empty title="没有子部门" />}
    />
  );
}
