import { type AlarmRow, alarmPage } from '@tongda/contract/watch/alarm/calls';
import { Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { none, shortTime } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { AlarmDrawer } from '../detail/drawer';
import { useRecordLink } from '../links';
import { type AlarmForm, Figures, HandleDot, LevelMark, StatusWords } from '../words';
import '../styles.css';

const most = 20;

/** The last alarms of one vehicle; each opens in the drawer, the rest stands in the register. */
export function RecentAlarms({ vehicleId, plateNo }: { vehicleId: string; plateNo: string }) {
  const [open, setOpen] = useState<{ id: string; form: AlarmForm | null } | null>(null);
  const register = useRecordLink({ keyword: plateNo });
  const answer = useAsk(alarmPage, { vehicleId, page: 1, size: most }, { keep: true, refetchInterval: 60_000 });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { list, total } = answer.data;
  if (list.length === 0) return <Empty title="没有报警" text="该车辆还没有产生过报警" />;
  const now = Date.now();
  return (
    <>
      <p className="td-cap">
        最近 {list.length} 条，共 {total} 条{register ? <Link to={register}>　在报警记录中查看</Link> : null}
      </p>
      <Table<AlarmRow>
        size="small"
        rowKey="id"
        dataSource={list}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: '级别', width: 60, render: (_, row) => <LevelMark level={row.level} /> },
          {
            title: '报警',
            width: 156,
            render: (_, row) => (
              <button
                type="button"
                className="td-plain td-link"
                style={{ textAlign: 'left' }}
                onClick={() => setOpen({ id: row.id, form: null })}
              >
                {row.title}
              </button>
            ),
          },
          { title: '数值', width: 200, render: (_, row) => <Figures row={row} /> },
          {
            title: '开始时间',
            width: 120,
            render: (_, row) => <span title={row.startTime}>{shortTime(row.startTime)}</span>,
          },
          { title: '持续', width: 120, render: (_, row) => <StatusWords row={row} now={now} /> },
          { title: '司机', width: 80, render: (_, row) => row.driverName || none },
          { title: '处理', width: 90, render: (_, row) => <HandleDot row={row} /> },
          { title: '位置', render: (_, row) => row.address || row.placeName || none },
        ]}
      />
      <AlarmDrawer
        rows={list}
        shown={{
          id: open?.id ?? null,
          form: open?.form ?? null,
          open: (id, form) => setOpen({ id, form }),
          close: () => setOpen(null),
        }}
      />
    </>
  );
}
