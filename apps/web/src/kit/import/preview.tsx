import type { ImportCheck } from '@tongda/contract/core/register/import';
import { Table, Tabs, Tooltip } from 'antd';

type Row = ImportCheck['rows'][number];

/** What the dry run found: the errors one by one, and the lines as they were read with the wrong cells marked. */
export function ImportPreview({ checked }: { checked: ImportCheck }) {
  const { total, adds, updates, same, invalid, errors, ignored } = checked;
  return (
    <>
      <p className="kit-import-sum" role="status">
        共 <b>{total}</b> 行：将新增 <b>{adds}</b>，将更新 <b>{updates}</b>
        {same > 0 ? (
          <>
            ，<b>{same}</b> 行不能修改且与现有相同，跳过
          </>
        ) : null}
        {invalid > 0 ? (
          <>
            ，<b>{invalid}</b> 行有误
          </>
        ) : (
          '，没有错误'
        )}
      </p>
      {ignored.length > 0 ? (
        <p className="td-cap">
          以下 {ignored.length} 列不在模板中，不会导入：{ignored.join('、')}
        </p>
      ) : null}
      <Tabs
        size="small"
        items={[
          ...(errors.length > 0
            ? [{ key: 'errors', label: `错误 ${errors.length}`, children: <Errors checked={checked} /> }]
            : []),
          {
            key: 'rows',
            label: `数据 ${checked.rows.length < total ? `前 ${checked.rows.length}` : total}`,
            children: <Lines checked={checked} />,
          },
        ]}
      />
    </>
  );
}

function Errors({ checked }: { checked: ImportCheck }) {
  return (
    <Table
      size="small"
      rowKey={(e) => `${e.column}${e.row}${e.msg}`}
      dataSource={checked.errors}
      pagination={false}
      virtual
      scroll={{ y: 260, x: 860 }}
      columns={[
        { dataIndex: 'row', title: '行', width: 70, align: 'right' },
        { dataIndex: 'column', title: '列', width: 60 },
        { dataIndex: 'label', title: '字段', width: 140 },
        { dataIndex: 'value', title: '填写的内容', width: 200, ellipsis: true },
        { dataIndex: 'msg', title: '原因', width: 390 },
      ]}
    />
  );
}

const actions: Record<Row['action'], string> = { add: '新增', update: '更新', same: '跳过', none: '有误' };
const tones: typeof actions = { add: 'green', update: 'green', same: 'grey', none: 'red' };

function Lines({ checked }: { checked: ImportCheck }) {
  const { columns, rows } = checked;
  return (
    <Table<Row>
      size="small"
      rowKey="row"
      dataSource={rows}
      pagination={false}
      virtual
      scroll={{ y: 260, x: 140 + columns.length * 120 }}
      columns={[
        { dataIndex: 'row', title: '行', width: 60, align: 'right', fixed: 'start' },
        {
          dataIndex: 'action',
          title: '结果',
          width: 80,
          fixed: 'start',
          render: (_, row) => (
            <span className="td-dot" data-tone={tones[row.action]}>
              {actions[row.action]}
            </span>
          ),
        },
        ...columns.map((label, i) => ({
          key: label,
          title: label,
          width: 120,
          ellipsis: true,
          render: (_: unknown, row: Row) => <Cell row={row} label={label} text={row.cells[i] ?? ''} />,
        })),
      ]}
    />
  );
}

function Cell({ row, label, text }: { row: Row; label: string; text: string }) {
  const wrong = row.errors.filter((e) => e.label === label);
  if (wrong.length === 0) return text;
  return (
    <Tooltip title={wrong.map((e) => e.msg).join('；')}>
      <span className="kit-import-cell-bad">{text || '空'}</span>
    </Tooltip>
  );
}
