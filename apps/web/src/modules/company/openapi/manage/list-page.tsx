import { publishStatus } from '@tongda/contract/base/system-enums';
import {
  type OpenInterfaceRow,
  openInterfaceAdd,
  openInterfaceChangeHis,
  openInterfaceColumns,
  openInterfaceDebug,
  openInterfaceFilters,
  openInterfaceOffers,
  openInterfacePage,
  openInterfacePublish,
  openInterfaceUpdate,
} from '@tongda/contract/company/openapi/interfaces';
import { Button, Form, Select } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../kit/call/api';
import { useAsk } from '../../../../kit/call/use-ask';
import { useRowAct } from '../../../../kit/call/use-row-act';
import { FormDialog } from '../../../../kit/dialog/form';
import { ReasonDialog } from '../../../../kit/dialog/reason';
import { RegisterFilters } from '../../../../kit/list/filter/declared';
import { ListPage } from '../../../../kit/list/page';
import { useHistoryDrawer } from '../../../../kit/list/register';
import { useList } from '../../../../kit/list/use-rows';
import { Can } from '../../../../kit/session/can';
import { formatNumber } from '../../../../kit/show/format';
import { StateDot } from '../../../../kit/show/state-dot';
import { Empty } from '../../../../kit/show/states';
import type { Cells, RowAction } from '../../../../kit/table/types';
import { DebugDialog } from './debug-dialog';
import { interfaceLinks } from './links';

const tones = { 0: 'grey', 1: 'green', 2: 'amber' } as const;
const cells: Cells<OpenInterfaceRow> = {
  status: (row) => <StateDot of={publishStatus} tones={tones} code={row.status} />,
  editionNo: (row) => `v${row.editionNo}`,
  dailyLimit: (row) => (row.dailyLimit === null ? '按授权' : formatNumber(row.dailyLimit)),
  calls: (row) => formatNumber(row.calls),
  updateUser: (row) => row.updateUser || '系统',
};

/** 开放接口管理: which calls programs of companies may make, and what the interface centre says of them. */
export function InterfaceListPage() {
  const list = useList<OpenInterfaceRow>(openInterfacePage);
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<OpenInterfaceRow | null>(null);
  const [trying, setTrying] = useState<OpenInterfaceRow | null>(null);
  const history = useHistoryDrawer(openInterfaceChangeHis);
  const publish = useRowAct(
    ({ id, version }: OpenInterfaceRow) => call(openInterfacePublish, { id, version, publish: true }),
    {
      sure: ({ name }) => ({ title: `发布“${name}”？发布后企业可以在接口中心申请开通。`, ok: '发布' }),
      told: ({ name }) => `${name}已发布`,
      done: list.refresh,
    },
  );
  const actions = (row: OpenInterfaceRow): RowAction[] => [
    { label: '编辑', to: interfaceLinks.edit(row.id), can: openInterfaceUpdate },
    row.status === publishStatus.published
      ? { label: '下线', danger: true, can: openInterfacePublish, run: () => setEnding(row) }
      : { label: '发布', can: openInterfacePublish, run: () => void publish(row) },
    ...(row.readOnly ? [{ label: '调试', can: openInterfaceDebug, run: () => setTrying(row) }] : []),
    { label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={openInterfaceColumns}
        cells={cells}
        filters={<RegisterFilters of={openInterfaceFilters.table} />}
        toolbar={
          <Can do={openInterfaceAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setAdding(true)}>
              新增
            </Button>
          </Can>
        }
        rowActions={actions}
        empty={<Empty title="没有符合条件的接口" text="换一个名称、分类或状态再找" />}
      />
      {adding ? <AddDialog close={() => setAdding(false)} /> : null}
      {ending ? (
        <ReasonDialog
          endpoint={openInterfacePublish}
          input={(reason) => ({ id: ending.id, version: ending.version, publish: false, reason })}
          fresh={async () => list.refresh()}
          done={list.refresh}
          told={`${ending.name}已下线，程序的调用立即被拒绝`}
          title={`下线“${ending.name}”`}
          okText="下线"
          danger
          label="下线原因"
          placeholder={
            ending.clientCount > 0 ? `下线原因，${ending.clientCount}家已开通的企业会收到` : '下线原因，2~200个字'
          }
          longest={200}
          close={() => setEnding(null)}
        />
      ) : null}
      {trying ? <DebugDialog row={trying} close={() => setTrying(null)} /> : null}
      {history.drawer}
    </>
  );
}

/** Chooses one of the calls that the product offers, and goes on to its form. */
function AddDialog({ close }: { close: () => void }) {
  const [form] = Form.useForm<{ key?: string }>();
  const navigate = useNavigate();
  const offers = useAsk(openInterfaceOffers, undefined, { refetchOnMount: 'always' });
  return (
    <FormDialog
      endpoint={openInterfaceAdd}
      form={form}
      input={({ key = '' }: { key?: string }) => ({ key })}
      check
      told="已新增，发布前企业看不到"
      done={({ id }) => void navigate(interfaceLinks.edit(id))}
      close={close}
      width={520}
      title="新增开放接口"
      okText="新增"
    >
      <Form.Item name="key" label="接口" extra="系统支持对外开放、尚未列入的查询">
        <Select
          loading={offers.isLoading}
          placeholder="请选择"
          notFoundContent={offers.data ? '系统支持的接口都已列入' : null}
          options={(offers.data ?? []).map((one) => ({
            value: one.key,
            label: `${one.name}（${one.category}）　${one.method} ${one.path}`,
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
