import { type RecycleCalls, type RecycledRow, recycleDays } from '@tongda/contract/core/register/recycle';
import { Button, Drawer, Input, Table } from 'antd';
import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { call } from '../call/api';
import { useAct } from '../call/use-act';
import { useAsk } from '../call/use-ask';
import { Can } from '../session/can';
import { none } from '../show/format';
import { Empty, ErrorState, Loading } from '../show/states';

const size = 15;

interface RecycleBinProps {
  of: RecycleCalls;
  /** after a record came back */
  done: () => void;
}

/** 回收站 of a register: the button and the drawer that it opens. */
export function RecycleBin({ of, done }: RecycleBinProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Can do={of.page}>
        <Button icon={<ArchiveRestore />} aria-label="回收站" title="回收站" onClick={() => setOpen(true)} />
      </Can>
      {open ? <BinDrawer of={of} done={done} close={() => setOpen(false)} /> : null}
    </>
  );
}

/** The drawer alone, for a page that opens it from a menu. */
export function BinDrawer({ of, done, close }: RecycleBinProps & { close: () => void }) {
  const [page, setPage] = useState(1);
  const [keyword, setKeyword] = useState('');
  const answer = useAsk(of.page, { keyword, page, size }, { keep: true });
  const restore = useAct(({ id }: RecycledRow) => call(of.restore, { id }), {
    told: (_, { name }) => `${name} 已恢复`,
    done: async () => {
      await answer.refetch();
      done();
    },
  });
  return (
    <Drawer open size={760} title={`回收站：${of.noun}`} onClose={close}>
      <p className="td-cap">
        删除的{of.noun}保留 {recycleDays} 天；恢复后按删除前的资料启用，当时关联而现在已删除的资料须重新选择
      </p>
      <Input.Search
        allowClear
        aria-label="名称"
        placeholder="名称、编号"
        style={{ width: 240, marginBottom: 12 }}
        onSearch={(text) => {
          setKeyword(text.trim());
          setPage(1);
        }}
      />
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data ? (
        <Table<RecycledRow>
          size="small"
          rowKey="id"
          dataSource={answer.data.list}
          locale={{ emptyText: <Empty title={keyword ? `没有符合条件的${of.noun}` : '回收站是空的'} /> }}
          pagination={
            answer.data.total > size
              ? { current: page, pageSize: size, total: answer.data.total, showSizeChanger: false, onChange: setPage }
              : false
          }
          columns={[
            { dataIndex: 'name', title: '名称', ellipsis: true },
            { title: '说明', ellipsis: true, render: (_, row) => row.detail || none },
            { title: '删除人', width: 80, render: (_, row) => row.deleteUser || none },
            { dataIndex: 'deleteTime', title: '删除时间', width: 156 },
            { title: '剩余', width: 64, align: 'right', render: (_, row) => `${row.daysLeft} 天` },
            {
              title: '操作',
              width: 70,
              render: (_, row) => (
                <Button type="link" size="small" disabled={restore.busy} onClick={() => void restore.run(row)}>
                  恢复
                </Button>
              ),
            },
          ]}
        />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}
