import {
  type AnnounceRow,
  announcePage,
  announceStatus,
  announceWithdraw,
} from '@tongda/contract/base/message/announce';
import { messagePage, messageTypes } from '@tongda/contract/base/message/calls';
import { Button, Modal, Pagination, Table, type TableColumnsType } from 'antd';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { useInvalidate } from '../../../kit/list/use-rows';
import { shortTime } from '../../../kit/show/format';
import { Empty, ErrorState } from '../../../kit/show/states';
import { AnnounceForm } from './announce-form';

const size = 10;
const tones = {
  [announceStatus.shown]: 'green',
  [announceStatus.withdrawn]: 'grey',
  [announceStatus.over]: 'grey',
} as const;

/** Columns of the announcements, with 撤回 for those that are still shown. */
function columnsOf(withdraw: (row: AnnounceRow) => void): TableColumnsType<AnnounceRow> {
  return [
    {
      title: '标题',
      dataIndex: 'title',
      ellipsis: true,
      render: (title: string, row) => <span title={row.content}>{title}</span>,
    },
    { title: '范围', dataIndex: 'scope', width: 150, ellipsis: true, render: (scope: string) => scope || '全公司' },
    { title: '发布人', dataIndex: 'publisher', width: 84, ellipsis: true },
    { title: '发布时间', dataIndex: 'createTime', width: 116, render: (time: string) => shortTime(time) },
    {
      title: '有效期至',
      dataIndex: 'expireTime',
      width: 116,
      render: (time: string | null) => (time ? shortTime(time) : '撤回前'),
    },
    { title: '已读/应达', width: 88, align: 'right', render: (_, row) => `${row.read}/${row.total}` },
    {
      title: '状态',
      dataIndex: 'status',
      width: 84,
      render: (status: AnnounceRow['status']) => (
        <span className="td-dot" data-tone={tones[status]}>
          {announceStatus.label(status)}
        </span>
      ),
    },
    {
      title: '操作',
      width: 64,
      render: (_, row) =>
        row.status === announceStatus.shown ? (
          <button
            type="button"
            className="td-plain kit-table-word"
            aria-label={`撤回：${row.title}`}
            onClick={() => withdraw(row)}
          >
            撤回
          </button>
        ) : null,
    },
  ];
}

/** 公告管理: what the company's administrators published, who read it, and a new one. */
export function AnnounceDialog({ close }: { close: () => void }) {
  const [page, setPage] = useState(1);
  const [writing, setWriting] = useState(false);
  const invalidate = useInvalidate();
  const asked = useAsk(announcePage, { page, size }, { keep: true });
  const changed = (): void => {
    for (const endpoint of [announcePage, messagePage, messageTypes]) void invalidate(endpoint);
  };
  const withdraw = useAct(async (row: AnnounceRow) => call(announceWithdraw, { id: row.id }), {
    sure: (row) => ({
      title: `撤回公告“${row.title}”？`,
      content: '未读的用户不再看到，已读的仍保留；撤回后不能恢复。',
      ok: '撤回',
      danger: true,
    }),
    told: '公告已撤回',
    ended: changed,
  });
  return (
    <Modal open title="公告管理" width={960} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
      <div className="base-message-announce-bar">
        <span className="td-cap">发布后进入所有相关用户的“系统公告”，之后加入的用户也会收到仍有效的公告。</span>
        <Button type="primary" icon={<Megaphone />} onClick={() => setWriting(true)}>
          发布公告
        </Button>
      </div>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : null}
      <Table<AnnounceRow>
        rowKey="id"
        size="small"
        loading={asked.isLoading}
        columns={columnsOf((row) => void withdraw.run(row))}
        dataSource={asked.data?.list ?? []}
        pagination={false}
        locale={{
          emptyText: <Empty title="还没有发布过公告" text="放假安排、制度调整、停机通知，可发给全公司或所选部门" />,
        }}
      />
      {asked.data && asked.data.total > size ? (
        <Pagination
          className="base-message-announce-pager"
          size="small"
          current={page}
          pageSize={size}
          total={asked.data.total}
          showTotal={(total) => `共 ${total} 条`}
          onChange={setPage}
        />
      ) : null}
      {writing ? <AnnounceForm done={changed} close={() => setWriting(false)} /> : null}
    </Modal>
  );
}
