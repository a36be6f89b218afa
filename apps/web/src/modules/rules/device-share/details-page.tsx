import type { Endpoint, Output } from '@tongda/contract/core/endpoint';
import { shareScope, sharingStatus } from '@tongda/contract/resources/vehicle/enums';
import {
  type ShareLook,
  type ShareVehicle,
  shareAlias,
  shareChangeHis,
  shareInDetail,
  shareOutDetail,
  sharePage,
  shareRemoveDevice,
} from '@tongda/contract/rules/device-share/calls';
import { addGroupVehicle } from '@tongda/contract/watch/vehicle-group/calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { Asked } from '../../../kit/detail/asked';
import { OperationLog } from '../../../kit/detail/change-history';
import { Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { Qr } from '../../../kit/show/qr/code';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import { WorkPage } from '../../../kit/work/page';
import { AliasDialog } from './dialogs';
import { GroupDialog } from './group-dialog';
import { useShareLinks } from './links';
import { shareTones } from './tones';
import './styles.css';

type Whole = Output<typeof shareOutDetail>;

/** 共享出明细: a share of the company's own vehicles. */
export const ShareOutPage = () => <Details of={shareOutDetail} own />;
/** 共享入明细: a share of another company's vehicles. */
export const ShareInPage = () => <Details of={shareInDetail} own={false} />;

function Details({ of, own }: { of: typeof shareOutDetail | typeof shareInDetail; own: boolean }) {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  if (id === '') return <Empty title="没有指定共享" text="请从设备共享的列表中打开" />;
  return (
    <Asked<Endpoint & typeof of> of={of} input={{ id }}>
      {(whole) => <ShareWhole whole={whole} own={own} />}
    </Asked>
  );
}

function ShareWhole({ whole: { share, vehicles, looks }, own }: { whole: Whole; own: boolean }) {
  const links = useShareLinks();
  const open = share.status === sharingStatus.waiting || share.status === sharingStatus.sharing;
  return (
    <WorkPage
      head={{
        back: links.list,
        title: share.shareNo,
        code: share.partnerName,
        marks: <StateDot of={sharingStatus} tones={shareTones} code={share.status} />,
      }}
      {...(own
        ? {
            aside: {
              label: '操作记录',
              panels: (
                <>
                  {share.inviteCode !== null && share.partnerName === '' && open ? (
                    <InvitePanel code={share.inviteCode} />
                  ) : null}
                  <OperationLog of={shareChangeHis} id={share.id} />
                </>
              ),
            },
          }
        : {})}
    >
      <Facts
        title="共享"
        facts={[
          [own ? '接收方' : '共享方', share.partnerName || '等待领取'],
          ['共享内容', share.scopes],
          ['开始日期', share.startDate],
          ['结束日期', share.endDate ?? '长期'],
          ...(share.inviteCode === null
            ? []
            : ([
                ['邀请码', share.inviteCode],
                ['邀请有效期', share.inviteUntil],
              ] as const)),
          ['备注', share.remark],
        ]}
      />
      <Vehicles id={share.id} vehicles={vehicles} removable={own && open} own={own} />
      {own ? <Looks looks={looks} /> : null}
    </WorkPage>
  );
}

/** The invitation as a code that a phone reads: it opens the list with the code filled in. */
function InvitePanel({ code }: { code: string }) {
  const { list } = useShareLinks();
  return (
    <Panel title="邀请二维码">
      <Qr value={`${window.location.origin}${list}?invite=${code}`} size={132} edge />
      <p className="td-cap">对方扫码或打开链接，登录后即可领取</p>
    </Panel>
  );
}

/** Who of the other company looked at which vehicle, and when. */
function Looks({ looks }: { looks: ShareLook[] }) {
  return (
    <>
      <h3 className="rules-device-share-title">查看记录（保留一年）</h3>
      {looks.length === 0 ? (
        <p className="td-cap">对方还没有查看过这些车辆的轨迹或温湿度</p>
      ) : (
        <table className="rules-device-share-table">
          <thead>
            <tr>
              <th>查看时间</th>
              <th>查看人</th>
              <th>车牌号</th>
              <th>内容</th>
            </tr>
          </thead>
          <tbody>
            {looks.map(({ time, userName, plateNo, scope }) => (
              <tr key={`${time} ${userName} ${plateNo} ${scope}`}>
                <td>{time}</td>
                <td>{userName}</td>
                <td>{dottedPlate(plateNo)}</td>
                <td>{shareScope.label(scope)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface VehiclesProps {
  id: string;
  vehicles: ShareVehicle[];
  removable: boolean;
  own: boolean;
}

function Vehicles({ id, vehicles, removable, own }: VehiclesProps) {
  const remove = useAct(shareRemoveDevice, {
    sure: { title: '确定移除这辆车？', content: '移除后对方立即不能查看它。', ok: '移除', danger: true },
    told: '已移除',
    stale: [shareOutDetail, sharePage, shareChangeHis],
  });
  const [naming, setNaming] = useState<ShareVehicle | null>(null);
  const [grouping, setGrouping] = useState<ShareVehicle | null>(null);
  return (
    <>
      <table className="rules-device-share-table">
        <thead>
          <tr>
            <th>车牌号</th>
            {own ? null : <th>我的备注名</th>}
            <th>车型</th>
            <th>最后定位</th>
            <th>{own ? '移除时间' : '状态'}</th>
            {removable || !own ? <th>操作</th> : null}
          </tr>
        </thead>
        <tbody>
          {vehicles.map((vehicle) => (
            <tr key={vehicle.vehicleId}>
              <td>{dottedPlate(vehicle.plateNo)}</td>
              {own ? null : <td>{vehicle.alias || none}</td>}
              <td>{vehicle.vehicleType || none}</td>
              <td>{vehicle.lastTime ?? none}</td>
              <td>{own ? (vehicle.removedTime ?? none) : vehicle.open ? '可查看' : '不可查看'}</td>
              {own ? null : (
                <td>
                  <Can do={shareAlias}>
                    <Button size="small" type="link" onClick={() => setNaming(vehicle)}>
                      改备注名
                    </Button>
                  </Can>
                  {vehicle.open ? (
                    <Can do={addGroupVehicle}>
                      <Button size="small" type="link" onClick={() => setGrouping(vehicle)}>
                        放入分组
                      </Button>
                    </Can>
                  ) : null}
                </td>
              )}
              {removable ? (
                <td>
                  {vehicle.removedTime === null ? (
                    <Can do={shareRemoveDevice}>
                      <Button
                        size="small"
                        type="link"
                        disabled={remove.busy}
                        onClick={() => void remove.run({ id, vehicleId: vehicle.vehicleId })}
                      >
                        移除
                      </Button>
                    </Can>
                  ) : null}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {naming ? <AliasDialog share={id} vehicle={naming} close={() => setNaming(null)} /> : null}
      {grouping ? <GroupDialog vehicle={grouping} close={() => setGrouping(null)} /> : null}
    </>
  );
}
