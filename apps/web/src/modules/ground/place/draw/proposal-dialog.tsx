import { placeSource, placeType } from '@tongda/contract/ground/place/enums';
import { stopProposals } from '@tongda/contract/ground/place/find';
import { Button, Modal, Table } from 'antd';
import { useAsk } from '../../../../kit/call/use-ask';
import { formatDuration } from '../../../../kit/show/format';
import { Empty, ErrorState } from '../../../../kit/show/states';
import { circleAt, type NewPlace } from '../form';

type Row = { lng: number; lat: number; address: string; vehicles: number; minutes: number };

/** 常停位置: where vehicles stood longest in the last two days, away from known sites; one click begins a site there. */
export function ProposalDialog({ begin, close }: { begin: (place: NewPlace) => void; close: () => void }) {
  const answer = useAsk(stopProposals, undefined, { gcTime: 0 });
  const start = (row: Row): void =>
    begin({
      kind: 'site',
      source: placeSource.stop,
      address: row.address,
      shape: circleAt(row.lng, row.lat),
    });
  return (
    <Modal open title="车辆常停位置（近48小时，未建站点）" width={680} footer={null} onCancel={close}>
      {answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Table<Row>
          rowKey={(row) => `${row.lng},${row.lat}`}
          size="small"
          loading={answer.isLoading}
          dataSource={answer.data ?? []}
          pagination={false}
          scroll={{ y: 380 }}
          locale={{ emptyText: <Empty title="没有新的常停位置" text="车辆停留较久的地方都已建站点" /> }}
          columns={[
            { title: '位置', dataIndex: 'address', ellipsis: true },
            { title: '车辆数', dataIndex: 'vehicles', width: 70, align: 'right' },
            { title: '累计停留', width: 110, align: 'right', render: (_v, row) => formatDuration(row.minutes * 60) },
            {
              title: '操作',
              width: 90,
              render: (_v, row) => (
                <Button type="link" size="small" onClick={() => start(row)}>
                  建站点
                </Button>
              ),
            },
          ]}
        />
      )}
      <p className="td-cap">建站点时类型默认为“{placeType.label(placeType.warehouse)}”，可修改。</p>
    </Modal>
  );
}
