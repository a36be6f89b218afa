import type { RecorderTrip } from '@tongda/contract/resources/equipment/recorder-trip';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { Table } from 'antd';
import dayjs from 'dayjs';
import { Link } from 'react-router';
import { Panel } from '../../../kit/detail/panel';
import { Can } from '../../../kit/session/can';
import { formatNumber, none } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';

export const overseas = { access: { menu: menus.temHumOverseas.id } };

/** The curve of a recorder, of a span or of the week before. */
export function curveUrl(id: string, span?: { startTime: string; endTime: string }): string {
  const query = new URLSearchParams({ recorderIds: JSON.stringify([id]), ...span });
  return `${href(routes.temHumOverseasReport, 'report')}?${query}`;
}

const degrees = (value: number | null): string => (value === null ? none : formatNumber(value, 1));

/** 行程记录 of a recorder, each with its coldest and warmest and the way to its curve. */
export function TripTable({ id, trips }: { id: string; trips: readonly RecorderTrip[] }) {
  return (
    <Panel flush title="行程记录">
      <Table
        size="small"
        rowKey="id"
        dataSource={[...trips]}
        pagination={false}
        locale={{ emptyText: <Empty title="还没有行程" text="货物装箱后点“开始行程”，送达后点“结束行程”" /> }}
        columns={[
          { dataIndex: 'startTime', title: '开始', width: 150 },
          { title: '结束', width: 150, render: (_, t: RecorderTrip) => t.endTime ?? '行程中' },
          { title: '最低(℃)', width: 76, align: 'right', render: (_, t: RecorderTrip) => degrees(t.lowest) },
          { title: '最高(℃)', width: 76, align: 'right', render: (_, t: RecorderTrip) => degrees(t.highest) },
          { title: '操作人', render: (_, t: RecorderTrip) => t.endedBy || t.startedBy || '系统' },
          {
            title: '',
            width: 76,
            render: (_, t: RecorderTrip) => (
              <Can do={overseas}>
                <Link
                  to={curveUrl(id, {
                    startTime: t.startTime,
                    endTime: t.endTime ?? dayjs().format('YYYY-MM-DD HH:mm:ss'),
                  })}
                >
                  温湿度
                </Link>
              </Can>
            ),
          },
        ]}
      />
    </Panel>
  );
}
