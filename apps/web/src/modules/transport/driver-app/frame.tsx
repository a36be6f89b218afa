import { driverActionWords } from '@tongda/contract/transport/driver-app/calls';
import { BellRing, ChevronLeft, CircleAlert, CloudOff, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useReached } from '../../../kit/call/reach';
import { saveBlob } from '../../../kit/files/downloads';
import { playChime } from '../../../kit/live/chime';
import { minuteText } from '../../../kit/show/format';
import { driverLinks } from './links';
import { dismissStep, faultsOf, useOutbox } from './offline/outbox';
import type { OutboxRow } from './offline/outbox-db';
import type { Driver } from './use-driver';

interface DriverFrameProps {
  title: string;
  driver: Driver;
  /** where back leads; the home page has none */
  back?: string;
  home?: boolean;
  children: ReactNode;
  /** the big button */
  foot?: ReactNode;
}

/** Head with the way back and the state of the network, what was refused, the page, and the big button within the thumb's reach. */
export function DriverFrame({ title, driver, back, home, children, foot }: DriverFrameProps) {
  return (
    <div className="transport-driver-app">
      <header className="transport-driver-app-head">
        {home ? null : (
          <Link className="transport-driver-app-back" to={back ?? driverLinks.home} aria-label="返回">
            <ChevronLeft />
          </Link>
        )}
        <h1>{title}</h1>
        <button type="button" className="transport-driver-app-icon" aria-label="刷新" onClick={driver.refresh}>
          <RefreshCw />
        </button>
      </header>
      <NetworkState />
      <main className="transport-driver-app-main">
        <Notices driver={driver} />
        <Refused driver={driver} />
        {children}
      </main>
      {foot ? <footer className="transport-driver-app-foot">{foot}</footer> : null}
    </div>
  );
}

/** Says so whenever calls do not get through, whatever the browser thinks of its network. */
function NetworkState() {
  const reached = useReached();
  const waiting = useOutbox((state) => state.rows.filter((row) => row.state === 'waiting').length);
  const { sending, trouble } = useOutbox();
  if (reached && waiting === 0) return null;
  const kept = waiting > 0 ? `${waiting} 步操作已存在手机上，` : '';
  const words = !reached
    ? `没有网络。${kept}可以继续操作，恢复后自动上传`
    : sending
      ? `正在上传 ${waiting} 步操作…`
      : `${waiting} 步操作等待上传${trouble ? `：${trouble}` : ''}`;
  return (
    <div className="transport-driver-app-net" role="status">
      <CloudOff />
      {words}
    </div>
  );
}

/** Alarms that the office sends to drivers (APP). A new one is heard; it stays until he has read it. */
function Notices({ driver: { notices, readNotice } }: { driver: Driver }) {
  const heard = useRef('');
  const newest = notices[0]?.id ?? '';
  useEffect(() => {
    if (newest !== '' && newest !== heard.current) playChime();
    heard.current = newest;
  }, [newest]);
  return notices.map((notice) => (
    <div className="transport-driver-app-refused" role="alert" key={notice.id}>
      <BellRing />
      <div>
        <b>{notice.title}</b>
        <p>{notice.content}</p>
        <p className="transport-driver-app-note">{minuteText(notice.createTime)}</p>
      </div>
      <button type="button" className="transport-driver-app-text" onClick={() => readNotice(notice)}>
        知道了
      </button>
    </div>
  ));
}

/** Steps that came too late, cannot be any more, or lost a picture. Only what the server holds can be put away. */
function Refused({ driver }: { driver: Driver }) {
  const rows = useOutbox((state) => state.rows);
  return rows
    .filter(
      (row) => row.state === 'held' || row.state === 'refused' || (row.state === 'sent' && faultsOf(row).length > 0),
    )
    .map((row) => (
      <div className="transport-driver-app-refused" role="alert" key={row.key}>
        <CircleAlert />
        <div>
          <b>
            {driverActionWords[row.step.action]}
            {outcomeOf(row)}　{row.step.waybillCode}
          </b>
          {row.msg ? <p>{row.msg}</p> : null}
          {row.state === 'held' ? (
            <p className="transport-driver-app-note">
              系统没有收下，填写的内容、照片和签名还在这部手机上，请联系调度处理后重新提交。
            </p>
          ) : (
            <LostPhotos row={row} />
          )}
        </div>
        {row.state === 'held' ? (
          <button type="button" className="transport-driver-app-text" onClick={driver.retry}>
            重新提交
          </button>
        ) : (
          <button
            type="button"
            className="transport-driver-app-text"
            onClick={() => void dismissStep(driver.who, row.seq)}
          >
            知道了
          </button>
        )}
      </div>
    ));
}

const outcomeOf = ({ state, conflict }: OutboxRow): string => {
  if (state === 'held') return '没有提交成功';
  if (state === 'sent') return '已提交，有照片未上传';
  return conflict ? '已记录，待调度核实' : '未生效';
};

/** What the server has of a step, and the way to save what it has not. */
function LostPhotos({ row }: { row: OutboxRow }) {
  const lost = faultsOf(row);
  if (lost.length === 0) return <p className="transport-driver-app-note">填写的内容已上传留存，如有疑问请联系调度。</p>;
  return (
    <>
      <p>
        {lost.length}张{lost.some(({ signature }) => signature) ? '图片（含签名）' : '照片'}没有上传：{lost[0]?.fault}
      </p>
      <p className="transport-driver-app-note">其余内容已上传留存。请先保存图片再点知道了，点后这部手机上不再保留。</p>
      {lost.map((photo, i) => (
        <button
          type="button"
          className="transport-driver-app-text"
          key={photo.name}
          onClick={() => saveBlob(photo.blob, photo.name)}
        >
          保存图片{lost.length > 1 ? i + 1 : ''}
        </button>
      ))}
    </>
  );
}
