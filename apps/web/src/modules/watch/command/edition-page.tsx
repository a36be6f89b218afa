import { publishStatus } from '@tongda/contract/base/system-enums';
import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type EditionRow,
  editionAdd,
  editionChangeHis,
  editionColumns,
  editionEnable,
  editionFilters,
  editionOptions,
  editionPage,
  editionPreview,
  editionPublish,
  editionUpdate,
} from '@tongda/contract/watch/command/edition';
import { instructDanger } from '@tongda/contract/watch/command/edition-enums';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useHistoryDrawer } from '../../../kit/list/register';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { EnableDot } from '../../../kit/show/enable-dot';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { EditionForm } from './edition-form';
import { PreviewDialog } from './preview-dialog';

const tones = { [publishStatus.draft]: 'amber', [publishStatus.published]: 'green', [publishStatus.withdrawn]: 'grey' };
const dangerTones = {
  [instructDanger.normal]: 'grey',
  [instructDanger.important]: 'amber',
  [instructDanger.dangerous]: 'red',
};

const rangeWords = ({ firmwareFrom, firmwareUntil }: EditionRow): string =>
  firmwareFrom === null
    ? firmwareUntil === null
      ? '不限'
      : `${firmwareUntil} 及以下`
    : firmwareUntil === null
      ? `${firmwareFrom} 及以上`
      : `${firmwareFrom} ~ ${firmwareUntil}`;

const cells: Cells<EditionRow> = {
  editionNo: (row) => `v${row.editionNo}`,
  status: (row) => <StateDot of={publishStatus} tones={tones} code={row.status} />,
  danger: (row) => <StateDot of={instructDanger} tones={dangerTones} code={row.danger} />,
  enabled: (row) => <EnableDot status={row.enabled ? enableStatus.enabled : enableStatus.disabled} />,
  models: (row) => row.models.join('、') || '全部',
  firmwareFrom: rangeWords,
  answerMsgId: (row) => row.answerMsgId ?? '通用应答',
};

/** 指令版本管理: the catalogue of commands that staff send to terminals. */
export function EditionPage() {
  const list = useList<EditionRow>(editionPage);
  const invalidate = useInvalidate();
  const [form, setForm] = useState<{ row: EditionRow | null } | null>(null);
  const [shown, setShown] = useState<EditionRow | null>(null);
  const history = useHistoryDrawer(editionChangeHis);
  const changed = (): void => {
    for (const of of [editionPage, editionOptions, editionChangeHis]) void invalidate(of);
  };
  const publish = useRowAct(({ id, version }: EditionRow) => call(editionPublish, { id, version }), {
    sure: ({ name, editionNo }) => ({
      title: `发布“${name}” v${editionNo}？发布后不能再修改，旧版本不再下发。`,
      ok: '发布',
    }),
    told: ({ name }) => `${name}已发布`,
    done: changed,
  });
  const enable = useRowAct(
    ({ id, version, enabled }: EditionRow) => call(editionEnable, { id, version, enabled: !enabled }),
    {
      sure: ({ name, enabled }) =>
        enabled ? { title: `停用“${name}”？停用后不能再下发，已下发的不受影响。`, ok: '停用' } : null,
      told: ({ name, enabled }) => `${name}已${enabled ? '停用' : '启用'}`,
      done: changed,
    },
  );
  const rowActions = (row: EditionRow): RowAction[] => [
    {
      label: row.status === publishStatus.draft ? '编辑' : '新版本',
      can: editionUpdate,
      why: row.status === publishStatus.withdrawn ? '旧版本不能修改，请编辑最新版本' : undefined,
      run: () => setForm({ row }),
    },
    ...(row.status === publishStatus.draft ? [{ label: '发布', can: editionPublish, run: () => publish(row) }] : []),
    { label: '预览', can: editionPreview, run: () => setShown(row) },
    ...(row.status === publishStatus.published
      ? [{ label: row.enabled ? '停用' : '启用', can: editionEnable, run: () => enable(row) }]
      : []),
    { label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={editionColumns}
        cells={cells}
        filters={<RegisterFilters of={editionFilters.table} />}
        toolbar={
          <Can do={editionAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setForm({ row: null })}>
              新增
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty={<Empty title="还没有指令" text="新增并发布后，可在“指令下发”中向终端下发" />}
      />
      {form ? <EditionForm row={form.row} done={changed} close={() => setForm(null)} /> : null}
      {shown ? <PreviewDialog edition={shown} close={() => setShown(null)} /> : null}
      {history.drawer}
    </>
  );
}
