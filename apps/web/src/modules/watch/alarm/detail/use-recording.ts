import type { Output } from '@tongda/contract/core/endpoint';
import { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { type SyntheticEvent, useRef, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { codingsOf, pieceOf } from './film-coding';

export type AlarmFile = Output<typeof alarmDetail>['files'][number];

const linkOf = ({ film, url }: AlarmFile): string | null => film ?? url;

/** Names of codings that the index of a film says, with what a browser is asked whether it plays them: cameras record in them, and not every browser plays both. */
const codings: Readonly<Record<string, readonly [name: string, type: string]>> = {
  hvc1: ['H.265', 'video/mp4; codecs="hvc1.1.6.L93.B0"'],
  hev1: ['H.265', 'video/mp4; codecs="hev1.1.6.L93.B0"'],
  avc1: ['H.264', 'video/mp4; codecs="avc1.42E01E"'],
  avc3: ['H.264', 'video/mp4; codecs="avc3.42E01E"'],
};

/** Why a film or a sound cannot be played of which the beginning is there. */
async function faultOf(box: HTMLMediaElement, link: string, beginning: Uint8Array): Promise<string> {
  if (box instanceof HTMLAudioElement) return '浏览器无法播放这段录音，请下载后播放';
  const known = (await codingsOf(link, beginning)).flatMap((entry) => {
    const coding = codings[entry];
    return coding ? [coding] : [];
  })[0];
  if (!known) return '浏览器无法播放这段视频，请下载后用播放器观看';
  const [name, type] = known;
  return box.canPlayType(type) === ''
    ? `浏览器无法播放这段视频（当前浏览器不支持 ${name} 编码），请下载后用播放器观看`
    : `浏览器无法播放这段视频（${name} 编码，文件可能不完整或已损坏），请下载后用播放器观看`;
}

/**
 * A film or sound of an alarm that plays on while its page is open. Its first link stays, as a new one would begin it anew; when that has ended (after some
 * minutes) a new one is asked for and it goes on at the same second. `fault` says why it cannot be played; '' when it can.
 */
export function useRecording(alarmId: string, file: AlarmFile) {
  const [src, setSrc] = useState(linkOf(file));
  const [fault, setFault] = useState('');
  /** where it stood when its link had ended, s */
  const left = useRef<{ at: number; playing: boolean } | null>(null);
  // it was still on its way when the page opened
  if (src === null && linkOf(file) !== null) setSrc(linkOf(file));

  const renew = async (box: HTMLMediaElement, old: string): Promise<void> => {
    const beginning = await pieceOf(old);
    if (beginning) {
      setFault(await faultOf(box, old, beginning));
      return;
    }
    if (left.current) {
      setFault('文件链接已过期，请刷新页面后重试');
      return;
    }
    left.current = { at: box.currentTime, playing: !box.paused };
    const { files } = await call(alarmDetail, { id: alarmId });
    const anew = files.find(({ id }) => id === file.id);
    const link = anew ? linkOf(anew) : null;
    if (link === null || link === old) setFault('文件链接已过期，请刷新页面后重试');
    else setSrc(link);
  };
  const onError = ({ currentTarget: box }: SyntheticEvent<HTMLMediaElement>): void => {
    if (src !== null) renew(box, src).catch(() => setFault('网络中断，请刷新页面后重试'));
  };
  const onLoadedMetadata = ({ currentTarget: box }: SyntheticEvent<HTMLMediaElement>): void => {
    const { current } = left;
    left.current = null;
    if (!current) return;
    box.currentTime = current.at;
    // some browsers ask for a click first
    if (current.playing) void box.play().catch(() => undefined);
  };
  return { src: src ?? undefined, fault, onError, onLoadedMetadata };
}
