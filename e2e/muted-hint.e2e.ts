import { expect, test } from 'vitest';
import { talkWithPeer } from './support/calls.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';
import { quietPerson } from './support/voice.ts';

const { person, peer } = setUpPeople({ prepare: quietPerson });

test('someone whose microphone gives no sound is told so until it does, and can choose another one', async () => {
  const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
  await talkWithPeer(alice, bob, 'Bob');
  const notice = alice.getByTestId('silent-microphone');
  await notice.getByText('Nothing is heard from your microphone.').waitFor();
  await notice.getByRole('button', { name: 'Choose a microphone' }).click();
  await alice.getByRole('menuitemradio', { name: 'Fake Audio Input 1' }).waitFor();
  await alice.keyboard.press('Escape');
  await alice.evaluate(() => window.__speak(0.3));
  await notice.waitFor({ state: 'detached' });

  // Silent again, and on purpose from the moment at which it is noticed.
  await alice.evaluate(() => window.__speak(0));
  await notice.waitFor();
  await alice.getByRole('button', { name: 'Mute', exact: true }).click();
  await notice.waitFor({ state: 'detached' });
});

test('someone who speaks while muted is told so once, with the key that ends it', async () => {
  const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
  await talkWithPeer(alice, bob, 'Bob');
  const hint = alice.getByTestId('muted-hint');
  await alice.keyboard.press('m');
  await alice.getByRole('button', { name: 'Unmute' }).waitFor();
  await until('the muted microphone is listened to', () =>
    alice.evaluate(() => window.__listeningCopies() === 1),
  );
  expect(await hint.count()).toBe(0);
  await alice.evaluate(() => window.__speak(0.3));
  await hint.waitFor();
  expect(await hint.textContent()).toBe('You’re muted. Press M to unmute.');
  const said = alice.getByTestId('muted-hint-said');
  expect(await said.getAttribute('aria-live')).toBe('polite');
  expect(await said.textContent()).toBe('You’re muted. Press M to unmute.');
  // It is said once: nothing listens any more.
  await until('nothing listens any more', () => alice.evaluate(() => window.__listeningCopies() === 0));
  await alice.keyboard.press('m');
  await alice.getByRole('button', { name: 'Mute', exact: true }).waitFor();
  await hint.waitFor({ state: 'detached' });
  expect(await alice.evaluate(() => window.__listeningCopies())).toBe(0);
});
