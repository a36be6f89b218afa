import { Segmented } from 'antd';
import { useState } from 'react';
import { ParseBench } from './bench';
import { TraceList } from './list';
import './styles.css';

const views = [
  { value: 'trace', label: '追踪记录' },
  { value: 'parse', label: '离线解析' },
] as const;
type View = (typeof views)[number]['value'];

/** 报文追踪: frames of terminals as they come and go, and pasted ones, field by field. */
export function TracePage() {
  const [view, setView] = useState<View>('trace');
  return (
    <div className="resources-frame-page">
      <Segmented<View> className="resources-frame-views" options={[...views]} value={view} onChange={setView} />
      {view === 'trace' ? <TraceList /> : <ParseBench />}
    </div>
  );
}
