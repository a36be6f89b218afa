import {
  type TemplateRow,
  templateAdd,
  templateApply,
  templateChangeHis,
  templateColumns,
  templateDel,
  templateFilters,
  templatePage,
  templateUpdate,
} from '@tongda/contract/resources/device-setup/template';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatRange, none } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { ApplyDialog } from './apply-dialog';
import { TemplateForm } from './template-form';

const cells: Cells<TemplateRow> = {
  tempLow: (row) => formatRange(row.tempLow, row.tempHigh, 1),
  humLow: (row) => formatRange(row.humLow, row.humHigh, 1),
  host: (row) => (row.host === null ? none : `${row.host}${row.port === null ? '' : `:${row.port}`}`),
};

/** 便携设备参数设置: templates of settings, and how far their sending came. */
export function TemplatePage() {
  const list = useList<TemplateRow>(templatePage);
  const invalidate = useInvalidate();
  const [form, setForm] = useState<{ row: TemplateRow | null } | null>(null);
  const [applied, setApplied] = useState<TemplateRow | null>(null);
  const history = useHistoryDrawer(templateChangeHis);
  const removeOne = useRemoveOne(templateDel);
  const changed = (): void => {
    for (const of of [templatePage, templateChangeHis]) void invalidate(of);
  };
  const rowActions = (row: TemplateRow): RowAction[] => [
    { label: '下发', can: templateApply, run: () => setApplied(row) },
    { label: '编辑', can: templateUpdate, run: () => setForm({ row }) },
    { label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) },
    {
      label: '删除',
      danger: true,
      can: templateDel,
      why: row.openCount > 0 ? `还有${row.openCount}台设备正在下发` : undefined,
      run: () => removeOne({ id: row.id, name: row.name }, changed),
    },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={templateColumns}
        cells={cells}
        filters={<RegisterFilters of={templateFilters.table} />}
        toolbar={
          <Can do={templateAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setForm({ row: null })}>
              新增
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty={<Empty title="还没有参数模板" text="按型号新增模板，再下发到设备" />}
      />
      {form ? <TemplateForm row={form.row} done={changed} close={() => setForm(null)} /> : null}
      {applied ? <ApplyDialog template={applied} done={changed} close={() => setApplied(null)} /> : null}
      {history.drawer}
    </>
  );
}
