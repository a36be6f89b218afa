import { message } from '@tongda/contract/core/messages';
import { trackQuery } from '@tongda/contract/watch/track/calls';
import { Spin } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { keepReportSettings, useReportSettingsRead } from '../../../kit/session/report-settings';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { MapView } from '../../../map/view/canvas';
import { TrackPanel } from './panel';
import { formOf, paramsOf, problemOf, type TrackQueryForm } from './query';
import { TrackStage } from './stage';
import '../../../map/view/page.css';
import './styles.css';

/** 行驶轨迹: what happened, on one time axis: path, stops, temperatures, doors, alarms. */
export const TrajectoryPage = () => (useReportSettingsRead() ? <Trajectory /> : <Loading />);

function Trajectory() {
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => formOf(params), [params]);
  const [form, setForm] = useState<TrackQueryForm>(asked);
  useEffect(() => setForm(asked), [asked]);
  const { vehicleId, startTime, endTime, parkingDuration, operatingHours, filterDrift, showLate } = asked;
  const query = useAsk(
    trackQuery,
    { vehicleId, startTime, endTime, parkingDuration, operatingHours, filterDrift, showLate },
    { when: problemOf(asked) === '' },
  );
  const track = query.data ?? null;
  const [selectedStop, setSelectedStop] = useState<number | null>(null);
  const [ghost, setGhost] = useState<number | null>(null);
  const [seekTo, setSeekTo] = useState<{ t: number } | null>(null);
  // a moment that a link names (epoch ms): the player stands there, and 轨迹点 marks its point
  const at = Number(params.get('at'));
  useEffect(() => {
    if (at > 0) setSeekTo({ t: at });
  }, [at]);
  return (
    <div className="map-view-page watch-track-page">
      <h1 className="td-sr">行驶轨迹</h1>
      {track && track.stat.pointCount > 0 ? (
        <TrackStage
          key={query.dataUpdatedAt}
          track={track}
          form={asked}
          ghost={ghost}
          onGhost={setGhost}
          selectedStop={selectedStop}
          onStop={setSelectedStop}
          seekTo={seekTo}
        />
      ) : (
        <>
          <MapView padding={{ left: 332, right: 0, top: 0, bottom: 0 }} />
          <div className="watch-track-note">
            {query.isFetching ? (
              <Spin description="正在取轨迹…" />
            ) : query.error ? (
              <ErrorState error={query.error} retry={() => void query.refetch()} />
            ) : track ? (
              <Empty title="该时段无轨迹数据" text={track.emptyReason} />
            ) : (
              <Empty title={message('query.prompt')} text="可从位置信息、报表带着车辆和时间打开本页" />
            )}
          </div>
        </>
      )}
      <TrackPanel
        form={form}
        onForm={setForm}
        problem={problemOf(form)}
        onQuery={() => {
          setSelectedStop(null);
          setSeekTo(null);
          const next = paramsOf(form);
          keepReportSettings({ parkingDuration: form.parkingDuration, operatingHours: form.operatingHours });
          if (JSON.stringify(next) === JSON.stringify(paramsOf(asked))) void query.refetch();
          else setParams(next);
        }}
        onReset={() => setForm({ ...formOf(new URLSearchParams()), vehicleId: form.vehicleId })}
        busy={query.isFetching}
        track={track}
        selectedStop={selectedStop}
        onStop={(no) => {
          setSelectedStop(no);
          const stop = track?.stops.find((s) => s.no === no);
          if (stop) setSeekTo({ t: stop.startTime });
        }}
        onGhost={setGhost}
      />
    </div>
  );
}
