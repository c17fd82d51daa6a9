import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { callSettingsQuery } from '#client/api/queries/call-settings.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import { useCallPaths } from './call-paths.ts';

/** Lets a running call follow settings changed in another tab or on another machine. */
export const useLiveSettings = (call: { applySettings(settings: CallSettings): void }): void => {
  const { who } = useCallPaths();
  // Guests and devices have no settings of their own.
  const { data } = useQuery({ ...callSettingsQuery(), enabled: who === 'user' });
  const applied = useRef<string | null>(null);
  const apply = useEffectEvent((settings: CallSettings) => {
    const text = JSON.stringify(settings);
    // The call itself began with the first ones.
    if (applied.current !== null && applied.current !== text) call.applySettings(settings);
    applied.current = text;
  });
  useEffect(() => {
    if (data) apply(data);
  }, [data]);
};
