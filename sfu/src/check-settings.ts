import { readConfigOrExit } from './valid-config.ts';

/* A program of its own: a server runs it before it touches its database, to start no media node in vain. */

readConfigOrExit();
