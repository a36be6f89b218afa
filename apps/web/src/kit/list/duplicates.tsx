import type { DuplicatesCall } from '@tongda/contract/core/register/duplicates';
import { Button, Drawer, Table } from 'antd';
import { CopyCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../call/use-ask';
import { Can } from '../session/can';
import { none } from '../show/format';
import { Empty, ErrorState, Loading } from '../show/states';

interface DuplicatesProps {
  of: DuplicatesCall;
  noun: string;
  /** page of a record, where the wrong one is changed or its twin looked at */
  page: (id: string) => string;
}

/** 查重 of a register: the button and the drawer that it opens. */
export function Duplicates(props: DuplicatesProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Can do={props.of}>
        <Button icon={<CopyCheck />} aria-label="查重" title="查重" onClick={() => setOpen(true)} />
      </Can>
      {open ? <DuplicatesDrawer {...props} close={() => setOpen(false)} /> : null}
    </>
  );
}

function DuplicatesDrawer({ of, noun, page, close }: DuplicatesProps & { close: () => void }) {
  const answer = useAsk(of, undefined);
  const { data } = answer;
  const rows = (data?.groups ?? []).flatMap(({ why, records }, group) =>
    records.map((record, at) => ({
      ...record,
      why,
      key: `${group} ${record.id}`,
      span: at === 0 ? records.length : 0,
    })),
  );
  return (
    <Drawer open size={760} title={`查重：${noun}`} onClose={close}>
      <p className="td-cap">
        {data && data.groups.length > 0
          ? `有 ${data.groups.length}${data.more ? ' 多' : ''} 组${noun}可能重复。打开后修改或删除多余的一条，删除的可在回收站恢复`
          : `比较您可见的${noun}，找出可能重复登记的`}
      </p>
      {answer.error && !data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : data ? (
        <Table<(typeof rows)[number]>
          size="small"
          rowKey="key"
          bordered
          dataSource={rows}
          locale={{ emptyText: <Empty title={`没有重复的${noun}`} /> }}
          pagination={false}
          columns={[
            { dataIndex: 'why', title: '原因', width: 140, onCell: ({ span }) => ({ rowSpan: span }) },
            { title: '名称', ellipsis: true, render: (_, row) => <Link to={page(row.id)}>{row.name}</Link> },
            { title: '说明', ellipsis: true, render: (_, row) => row.detail || none },
          ]}
        />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}
