import { Button, Input, type InputRef } from 'antd';
import { ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import { countOf, countScan, type ScanLine, type Scans } from './scan';
import './scan-box.css';

const beepHz = 330;
const beepS = 0.25;
/** A low tone: whoever scans looks at the goods, not at the screen. */
function playLowTone(): void {
  try {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.frequency.value = beepHz;
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + beepS);
    tone.onended = () => void sound.close();
  } catch {
    // a computer without sound still shows it
  }
}

interface ScanBoxProps {
  lines: readonly ScanLine[];
  scans: Scans;
  /** where a code is not found when no line has it: 此运单上 */
  noun: string;
  onScan: (scans: Scans) => void;
}

/** 扫码: a box into which a scanner (or a hand) types a label and Enter. A wrong label is answered in red and with a tone. */
export function ScanBox({ lines, scans, noun, onScan }: ScanBoxProps) {
  const input = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null);
  const take = (): void => {
    if (text.trim() === '') return;
    const next = countScan(scans, lines, text, noun);
    setText('');
    setSaid(next);
    if (!next.ok) playLowTone();
    if (next.scans !== scans) onScan(next.scans);
  };
  const begun = Object.keys(scans).length > 0;
  const whole = lines.filter((line) => countOf(scans, line) >= line.due).length;
  return (
    <div className="transport-parts-scan">
      <Input
        ref={input}
        aria-label="扫码"
        prefix={<ScanBarcode className="td-ico" />}
        placeholder="扫描货物标签或订单号，回车确认"
        maxLength={40}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={take}
      />
      <span className="transport-parts-scan-said" role="status" data-bad={said && !said.ok ? true : undefined}>
        {said?.text}
      </span>
      {begun ? (
        <>
          <span className="td-cap">
            已扫 {whole}/{lines.length} 单
          </span>
          <Button
            size="small"
            onClick={() => {
              setSaid(null);
              onScan({});
              input.current?.focus();
            }}
          >
            清空扫码
          </Button>
        </>
      ) : null}
    </div>
  );
}
