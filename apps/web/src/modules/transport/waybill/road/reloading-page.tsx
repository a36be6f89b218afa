import { vehicleSetStatus } from '@tongda/contract/resources/vehicle/calls';
import { transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskCalls, waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import { arrivalPage } from '@tongda/contract/transport/waybill/dock/arrival';
import { reloadReason, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { type ReloadCheck, reloadCheck, stowageReload } from '@tongda/contract/transport/waybill/road/reload';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { Panel } from '../../../../kit/detail/panel';
import { confirm, toast } from '../../../../kit/dialog/notify';
import { Can, useCan } from '../../../../kit/session/can';
import { formatNumber } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { WorkBar, WorkNote } from '../../../../kit/work/bar';
import { WorkFrame } from '../../../../kit/work/frame';
import { WorkBody } from '../../../../kit/work/page';
import { CheckList } from '../check-list';
import { waybillLinks, waybillPage } from '../links';
import { WaybillLog } from '../log';
import { StopList } from '../stow/stops/list';
import { useDirtyFlag } from '../use-dirty-flag';
import { waybillHead } from '../work-head';
import { ReloadGoods } from './reload-goods';
import { ReloadTarget } from './reload-target';
import { ReloadWhy } from './reload-why';
import { type ReloadForm, useReloading } from './use-reloading';
import '../styles.css';
import './reloading.css';

/** 换装/重新配载: before departure the page leads to the board, on the road it moves goods to another vehicle in three steps. `?id=` is the waybill. */
export function ReloadingPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useAsk(reloadCheck, { id }, { own: 'reload', when: id !== '' });
  if (id === '')
    return (
      <Empty
        title="没有指定运单"
        text="在配载单或运输任务列表里选择“换装”"
        action={<Button onClick={() => void navigate(waybillLinks.stowages)}>返回配载单</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const waybill = answer.data;
  return (
    <WorkFrame
      head={waybillHead(waybill, {
        title: waybill.transportStatus === transportStatus.toDepart ? '重新配载' : '换装',
        back: -1,
        meta: `${waybill.driverName} ${waybill.driverPhone}　${waybill.fromName} → ${waybill.toName}`,
      })}
    >
      {waybill.transportStatus === transportStatus.inTransit ? (
        <ReloadSteps
          key={waybill.legs.map(({ orderCode, loadPieces }) => `${orderCode} ${loadPieces}`).join()}
          waybill={waybill}
          refetch={() => answer.refetch({ throwOnError: true })}
        />
      ) : (
        <Elsewhere waybill={waybill} />
      )}
    </WorkFrame>
  );
}

/** Shown when nothing can be reloaded here: before departure the board is the place for changes, and a trip that is over has nothing left to move. */
function Elsewhere({ waybill }: { waybill: ReloadCheck }) {
  const navigate = useNavigate();
  const board = waybill.waybillKind === waybillKind.stowage ? waybillLinks.trunkBoard : waybillLinks.board;
  const waits = waybill.transportStatus === transportStatus.toDepart;
  const open = waits && waybill.allowActions.includes('stowage');
  return (
    <WorkBody aside={{ label: '操作日志', panels: <WaybillLog of={waybill} /> }}>
      <Empty
        title={waits ? '还没有发车，直接重新配载' : '运单已完成，不能换装'}
        text={
          open
            ? '在配载板上移出、加入订单或调整卸货顺序，运单号不变。'
            : waits
              ? '正在装车或已装车，请先在运单里撤销装车。'
              : '货物已全部交接。'
        }
        action={
          <Button
            type="primary"
            onClick={() =>
              void navigate(open ? board(waybill.waybillCode) : waybillPage(waybill.waybillKind, waybill.waybillCode))
            }
          >
            {open ? '打开配载板' : '查看运单'}
          </Button>
        }
      />
      <StopList waybill={waybill} />
    </WorkBody>
  );
}

function ReloadSteps({ waybill, refetch }: { waybill: ReloadCheck; refetch: () => Promise<unknown> }) {
  const form = useReloading(waybill);
  const navigate = useNavigate();
  const mayStop = useCan(vehicleSetStatus);
  const [done, setDone] = useState(false);
  useDirtyFlag(form.fields.reason !== null && !done);
  const pieces = form.chosen.reduce((n, leg) => n + (form.lines[leg.orderCode]?.pieces ?? 0), 0);
  const stop = useAct(vehicleSetStatus, {});
  const go = useAct(stowageReload, {
    stale: [arrivalPage, transportTaskCalls.page, waybillStowageCalls.page],
    fresh: refetch,
    done: async (answer) => {
      setDone(true);
      const drafts = answer.abnormalCodes.length > 0 ? `，件数差异已生成异常 ${answer.abnormalCodes.join('、')}` : '';
      toast('success', `已换装至 ${answer.newWaybillCode}，核对后即可发车${drafts}`, 6);
      // The broken truck is not planned again until somebody says it works.
      if (mayStop && isFault(form.fields.reason) && (await confirmRepair(waybill)) && waybill.vehicleId !== null)
        await stop.run({ ids: [waybill.vehicleId], vehicleStatus: 1 });
      await navigate(waybillPage(waybill.waybillKind, answer.newWaybillCode));
    },
  });
  return (
    <WorkBody
      acts={[go]}
      aside={{
        label: '校验',
        panels: (
          <>
            <Checks form={form} />
            <WaybillLog of={waybill} />
          </>
        ),
      }}
      bar={
        <WorkBar
          note={
            <WorkNote tone={form.missing ? undefined : 'plain'}>
              {form.missing ?? `换装 ${form.chosen.length} 个订单 ${formatNumber(pieces)} 件；换装后不能撤销`}
            </WorkNote>
          }
        >
          <Button onClick={() => void navigate(-1)}>取消</Button>
          <Can do={stowageReload}>
            <Button
              type="primary"
              loading={go.busy}
              disabled={form.missing !== null}
              onClick={() => void go.run(inputOf(waybill, form))}
            >
              确认换装
            </Button>
          </Can>
        </WorkBar>
      }
    >
      <ReloadWhy form={form} waybill={waybill} />
      <ReloadGoods form={form} />
      <ReloadTarget form={form} />
    </WorkBody>
  );
}

const isFault = (reason: number | null): boolean =>
  reason === reloadReason.vehicleFault || reason === reloadReason.chillerFault;

const confirmRepair = async ({ vehicleId, plateNo }: ReloadCheck): Promise<boolean> =>
  vehicleId !== null &&
  confirm({
    title: `把 ${plateNo} 设为维修中？`,
    content: '设为维修中后不能再配载，修好后在车辆管理里恢复。',
    ok: '设为维修中',
  });

function inputOf(waybill: ReloadCheck, { fields, chosen, lines, place, files }: ReloadForm) {
  return {
    waybillCode: waybill.waybillCode,
    version: waybill.version,
    reason: fields.reason ?? reloadReason.other,
    remark: fields.remark,
    place: fields.atSite
      ? { placeId: fields.placeId, placeName: '', lng: null, lat: null }
      : { placeId: null, placeName: place.name.trim(), lng: place.lng, lat: place.lat },
    reloadTime: fields.reloadTime,
    legs: chosen.map(({ orderCode }) => ({
      orderCode,
      pieces: lines[orderCode]?.pieces ?? 0,
      productTemp: lines[orderCode]?.productTemp ?? null,
    })),
    fileIds: files.map(({ id }) => id),
    releaseRest: fields.releaseRest,
    target:
      fields.into === 'waybill'
        ? { waybillCode: fields.target ?? '' }
        : {
            vehicleId: fields.vehicleId ?? '',
            driverId: fields.driver?.id ?? null,
            planDepartTime: fields.departTime,
          },
  };
}

function Checks({ form }: { form: ReloadForm }) {
  const { current } = form;
  if (!current)
    return (
      <Panel title="换入校验">
        <span className="td-cap">选择车辆后在这里逐项校验</span>
      </Panel>
    );
  const { result, vehicle } = current;
  return (
    <Panel title={`换入校验 ${vehicle.plateNo}`} extra={result.possible ? '可以换入' : '不能换入'}>
      <CheckList checks={result.checks} />
    </Panel>
  );
}
