import { sharingStatus } from '@tongda/contract/resources/vehicle/enums';
import {
  type ShareRow,
  shareAccept,
  shareAcceptInvite,
  shareAdd,
  shareCancel,
  shareChangeHis,
  shareColumns,
  shareDetail,
  shareExport,
  shareExtend,
  shareFilters,
  shareInDetail,
  shareInvite,
  shareOutDetail,
  sharePage,
  shareReject,
  shareSides,
  shareUpdate,
} from '@tongda/contract/rules/device-share/calls';
import { Button } from 'antd';
import { KeyRound, Plus, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useChanged, useHistoryDrawer } from '../../../kit/list/register';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { ExtendDialog, TakeDialog } from './dialogs';
import { useShareLinks } from './links';
import { shareTones } from './tones';

const stale = [shareDetail, shareOutDetail, shareInDetail, shareChangeHis];
const sides = [{ name: '全部' }, ...Object.entries(shareSides).map(([code, name]) => ({ code, name }))];

/** 设备共享: what the company lends to others of its vehicles, and what others lend to it. */
export function ShareListPage() {
  const list = useList<ShareRow>(sharePage);
  const links = useShareLinks();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const changed = useChanged(list, stale);
  const history = useHistoryDrawer(shareChangeHis);
  const [extending, setExtending] = useState<ShareRow | null>(null);
  const [taking, setTaking] = useState(params.get('invite') !== null);
  const acts = useAnswers();
  const cells = useMemo(
    (): Cells<ShareRow> => ({
      shareNo: (row) => <Link to={row.side === 'in' ? links.in(row.id) : links.out(row.id)}>{row.shareNo}</Link>,
      status: (row) => <StateDot of={sharingStatus} tones={shareTones} code={row.status} />,
      partnerName: (row) => row.partnerName || <span className="td-mute">等待领取</span>,
      endDate: (row) => row.endDate ?? '长期',
      inviteCode: (row) =>
        row.inviteCode === null ? undefined : (
          <button
            type="button"
            className="td-plain td-link"
            title="复制邀请码"
            onClick={() => void copyText(row.inviteCode ?? '')}
          >
            {row.inviteCode}
          </button>
        ),
    }),
    [links],
  );
  const toolbar = (
    <>
      <Can do={shareAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(links.add)}>
          新增
        </Button>
      </Can>
      <Can do={shareInvite}>
        <Button icon={<Send />} onClick={() => void navigate(links.invite)}>
          邀请
        </Button>
      </Can>
      <Can do={shareAcceptInvite}>
        <Button icon={<KeyRound />} onClick={() => setTaking(true)}>
          输入邀请码
        </Button>
      </Can>
      <ExportButton of={shareExport} />
    </>
  );
  const actions = (row: ShareRow): RowAction[] => {
    const waits = row.status === sharingStatus.waiting;
    const runs = row.status === sharingStatus.sharing;
    if (row.side === 'in')
      return [
        ...(waits
          ? [
              { label: '接受', can: shareAccept, run: () => acts.accept(row, changed) },
              { label: '拒绝', can: shareReject, run: () => acts.reject(row, changed) },
            ]
          : []),
        { label: '明细', to: links.in(row.id) },
      ];
    return [
      { label: '明细', to: links.out(row.id) },
      ...(waits || runs ? [{ label: '编辑', to: links.edit(row.id), can: shareUpdate }] : []),
      ...((runs || row.status === sharingStatus.expired) && row.partnerName !== ''
        ? [{ label: '续期', can: shareExtend, run: () => setExtending(row) }]
        : []),
      { label: '变更记录', run: () => history.open({ id: row.id, name: row.shareNo }) },
      ...(waits || runs
        ? [{ label: '取消共享', danger: true, can: shareCancel, run: () => acts.cancel(row, changed) }]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={shareColumns}
        cells={cells}
        tabs={<StatusTabs list={list} name="side" items={sides} />}
        filters={<RegisterFilters of={shareFilters.table} />}
        toolbar={toolbar}
        rowActions={actions}
        empty={<Empty title="还没有设备共享" text="把本公司车辆的位置、温湿度等共享给合作公司一段时间，对方只能查看" />}
      />
      {history.drawer}
      {extending ? <ExtendDialog share={extending} changed={changed} close={() => setExtending(null)} /> : null}
      {taking ? (
        <TakeDialog initial={params.get('invite') ?? ''} changed={changed} close={() => setTaking(false)} />
      ) : null}
    </>
  );
}

/** 接受, 拒绝 and 取消共享 of a row. */
function useAnswers() {
  const accept = useRowAct(({ id }: ShareRow) => call(shareAccept, { id }), {
    told: ({ shareNo }) => `${shareNo} 已接受，现在可以查看共享的车辆`,
  });
  const reject = useRowAct(({ id }: ShareRow) => call(shareReject, { id }), {
    sure: ({ shareNo, partnerName }) => ({
      title: `确定拒绝 ${shareNo}？`,
      content: `拒绝后需要${partnerName}重新共享。`,
      ok: '拒绝',
    }),
    told: ({ shareNo }) => `${shareNo} 已拒绝`,
  });
  const cancel = useRowAct(({ id }: ShareRow) => call(shareCancel, { ids: [id] }), {
    sure: ({ shareNo }) => ({
      title: `确定取消共享 ${shareNo}？`,
      content: '取消后对方立即不能查看这些车辆，不可恢复。',
      ok: '取消共享',
      danger: true,
    }),
    told: ({ shareNo }) => `${shareNo} 已取消`,
  });
  return { accept, reject, cancel };
}
