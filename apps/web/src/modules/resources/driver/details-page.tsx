import { emergencyContact, sex } from '@tongda/contract/base/org/enums';
import {
  type DriverDetail,
  driverChangeHis,
  driverDetail,
  driverPapers,
  driverUpdate,
} from '@tongda/contract/resources/driver/calls';
import { driverExpiries, driverLabels } from '@tongda/contract/resources/driver/fields';
import { Button, Table } from 'antd';
import { Pencil } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { PaperCards, PaperPanel } from '../../../kit/detail/due-date';
import { DetailPage, type Fact, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { PaperFiles } from '../../../kit/files/papers';
import { Can } from '../../../kit/session/can';
import { PlateLink } from '../../../kit/show/plate/link';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { AccountPanel } from './account-panel';
import { DriverStatusDot } from './cells';
import { DriverBehaviour, DriverFatigue, DriverTrips, DriverWaybills } from './detail-figures';
import { useDriverLinks } from './links';

const nos = { licenseEnd: 'licenseNo', qualificationEnd: 'qualificationNo', healthCertEnd: null } as const;
const papersOf = (d: DriverDetail) =>
  driverExpiries.map((field) => {
    const no = nos[field];
    return { label: driverLabels[field], date: d[field], no: no && d[no] };
  });

/** 司机详情. */
export function DriverDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useDriverLinks();
  const navigate = useNavigate();
  const answer = useAsk(driverDetail, { id }, { when: id !== '', refetchOnWindowFocus: false });
  if (id === '')
    return (
      <Empty title="没有指定司机" action={<Button onClick={() => void navigate(links.list)}>返回司机列表</Button>} />
    );
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const driver = answer.data;
  return (
    <DetailPage
      back={links.list}
      title={driver.name}
      status={<DriverStatusDot status={driver.status} />}
      actions={
        <Can do={driverUpdate}>
          <Button type="primary" icon={<Pencil />} onClick={() => void navigate(links.edit(driver.id))}>
            编辑
          </Button>
        </Can>
      }
      tabs={[
        { key: 'basic', name: '基本信息', content: () => <Basics driver={driver} /> },
        {
          key: 'papers',
          name: '证照',
          content: () => (
            <>
              <PaperCards papers={papersOf(driver)} />
              <PaperFiles of={driverPapers} id={driver.id} history={driverChangeHis} />
            </>
          ),
        },
        {
          key: 'vehicles',
          name: '驾驶车辆历史',
          content: () => <Vehicles driver={driver} />,
        },
        { key: 'trips', name: '行程里程', content: () => <DriverTrips id={driver.id} /> },
        { key: 'behaviour', name: '驾驶行为', content: () => <DriverBehaviour id={driver.id} /> },
        { key: 'fatigue', name: '疲劳记录', content: () => <DriverFatigue id={driver.id} /> },
        { key: 'waybills', name: '运单', content: () => <DriverWaybills id={driver.id} /> },
        { key: 'history', name: '变更记录', content: () => <ChangeHistory of={driverChangeHis} id={driver.id} /> },
      ]}
      aside={
        <>
          <Panel title="当前驾驶">
            {driver.plates.length > 0 ? driver.plates.join('、') : <span className="td-cap">没有绑定车辆</span>}
          </Panel>
          <AccountPanel driver={driver} changed={() => void answer.refetch()} />
          <PaperPanel title="证件状态" papers={papersOf(driver)} />
        </>
      }
    />
  );
}

function Basics({ driver: d }: { driver: DriverDetail }) {
  const basics: Fact[] = [
    ['姓名', d.name],
    ['手机号', d.phone],
    ['身份证号', d.idCard],
    ['性别', d.sex === null ? '' : sex.label(d.sex)],
    ['出生日期', d.birthday],
    ['所属部门', d.orgName],
    ['所属车队', d.fleetName],
    ['承运商', d.carrierName],
    ['入职日期', d.hireDate],
    ['住址', d.address],
  ];
  return (
    <>
      <Facts title="基本信息" facts={basics} />
      <Facts
        title="资格"
        facts={[
          ['准驾车型', d.licenseClass],
          ['驾驶证号', d.licenseNo],
          ['初次领证日期', d.firstLicenseDate],
          ['从业资格证号', d.qualificationNo],
          ['IC卡号', d.icCardNo],
        ]}
      />
      <Facts
        title="紧急联系人"
        facts={[
          ['姓名', d.emergencyName],
          ['关系', d.emergencyRelation === null ? '' : emergencyContact.label(d.emergencyRelation)],
          ['电话', d.emergencyPhone],
        ]}
      />
      {d.remark ? <Facts title="备注" facts={[['', d.remark]]} /> : null}
      {d.full ? null : <p className="td-cap">手机号、身份证号已隐藏；需要“查看完整信息”权限才能看到。</p>}
    </>
  );
}

function Vehicles({ driver }: { driver: DriverDetail }) {
  if (driver.vehicles.length === 0) return <Empty title="还没有驾驶过车辆" text="在司机列表的“更多”中绑定车辆" />;
  return (
    <Table
      size="small"
      rowKey={(v) => `${v.plateNo}${v.startTime}`}
      dataSource={driver.vehicles}
      pagination={false}
      columns={[
        { title: '车牌号', width: 140, render: (_, v) => <PlateLink id={v.vehicleId} plateNo={v.plateNo} /> },
        { dataIndex: 'startTime', title: '开始时间', width: 180 },
        {
          title: '结束时间',
          render: (_, v) =>
            v.endTime ?? (
              <span className="td-dot" data-tone="green">
                驾驶中
              </span>
            ),
        },
      ]}
    />
  );
}
