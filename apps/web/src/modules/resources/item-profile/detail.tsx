import {
  type ItemProfileEdition,
  type ItemProfileRow,
  type ItemProfileUse,
  type ItemRow,
  itemLayout,
  itemProfileEditions,
  itemProfileUpdate,
  itemProfileUses,
} from '@tongda/contract/resources/item-profile/calls';
import { Button, Drawer, Table, Tabs } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { formulaWords, hexWord, placeWords, targetWords } from './words';

/** A profile in full: its values, who uses it, and its editions, of which an older one can be taken up again. */
export function ItemProfileDrawer({
  profile,
  restore,
  close,
}: {
  profile: ItemProfileRow;
  restore: (edition: ItemProfileEdition) => void;
  close: () => void;
}) {
  return (
    <Drawer open size={980} title={`${profile.name} v${profile.editionNo}`} onClose={close}>
      <Tabs
        items={[
          { key: 'rows', label: `数据项 ${profile.rowCount}`, children: <Values rows={profile.rows} /> },
          { key: 'uses', label: '使用情况', children: <Uses id={profile.id} /> },
          ...(profile.isFixed
            ? []
            : [
                {
                  key: 'editions',
                  label: '历史版本',
                  children: <Editions profile={profile} restore={restore} />,
                },
              ]),
        ]}
      />
    </Drawer>
  );
}

function Values({ rows }: { rows: readonly ItemRow[] }) {
  return (
    <Table<ItemRow & { key: number }>
      size="small"
      pagination={false}
      dataSource={rows.map((row, key) => ({ ...row, key }))}
      locale={{ emptyText: <Empty title="没有自己的数据项" text="按基础配置解析" /> }}
      columns={[
        {
          title: '数据项',
          width: 92,
          render: (_, row) => <span className="resources-item-profile-mono">{placeWords(row)}</span>,
        },
        { title: '结构', width: 150, render: (_, row) => itemLayout.label(row.layout) },
        { title: '长度', width: 60, align: 'right', render: (_, row) => (row.length === 0 ? '不定' : row.length) },
        { title: '起始字节', width: 72, align: 'right', dataIndex: 'at' },
        { title: '取值', width: 170, render: (_, row) => formulaWords(row) },
        { title: '通道', width: 150, render: (_, row) => targetWords(row) },
        {
          title: '无效值',
          width: 84,
          render: (_, row) => [...row.none, ...row.absent].map((word) => hexWord(word)).join('、') || none,
        },
        { title: '含义', render: (_, row) => row.meaning || none },
      ]}
    />
  );
}

const size = 20;
function Uses({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const answer = useAsk(itemProfileUses, { id, page, size }, { keep: true });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { list, total } = answer.data;
  return (
    <Table<ItemProfileUse>
      size="small"
      rowKey="id"
      dataSource={list}
      locale={{ emptyText: <Empty title="没有型号或终端使用" text="在企业的设备型号中选择后，终端即按它解析" /> }}
      pagination={
        total > size ? { current: page, pageSize: size, total, showSizeChanger: false, onChange: setPage } : false
      }
      columns={[
        { title: '企业', dataIndex: 'clientName' },
        { title: '型号', render: (_, use) => use.model || '未选型号的终端' },
        { title: '设备数', width: 90, align: 'right', dataIndex: 'deviceCount' },
      ]}
    />
  );
}

function Editions({
  profile: { id, editionNo },
  restore,
}: {
  profile: ItemProfileRow;
  restore: (edition: ItemProfileEdition) => void;
}) {
  const answer = useAsk(itemProfileEditions, { id });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  return (
    <Table<ItemProfileEdition>
      size="small"
      rowKey="editionNo"
      pagination={false}
      dataSource={answer.data}
      expandable={{ expandedRowRender: (edition) => <Values rows={edition.rows} /> }}
      columns={[
        { title: '版本', width: 70, render: (_, e) => `v${e.editionNo}` },
        { title: '名称', dataIndex: 'name' },
        { title: '基础配置', dataIndex: 'baseName' },
        { title: '数据项', width: 70, align: 'right', render: (_, e) => e.rows.length },
        { title: '保存人', width: 100, render: (_, e) => e.createUser || '系统' },
        { title: '保存时间', width: 150, dataIndex: 'createTime' },
        {
          title: '操作',
          width: 110,
          render: (_, e) =>
            e.editionNo === editionNo ? (
              '当前版本'
            ) : (
              <Can do={itemProfileUpdate}>
                <Button type="link" size="small" onClick={() => restore(e)}>
                  用此版本编辑
                </Button>
              </Can>
            ),
        },
      ]}
    />
  );
}
