import type { BaseDependencies } from './base-dependencies.ts';
import { listRooms } from './list-rooms.ts';
import { openData } from './open-data.ts';
import { openBrowserDoors, openDeviceDoor } from './open-doors.ts';
import { openCloud, openHub } from './open-itself.ts';
import { openPeople } from './open-people.ts';
import { openRecording } from './open-recording.ts';
import { openSecureDoor } from './open-secure-door.ts';
import { openSettings } from './open-settings.ts';
import { beginServing, serveAdministrators, serveExchange, serveItself, serveRecording } from './serve-rooms.ts';

/** Beside the water or the track, with a hub's number and a computer of its own. */
export const hubRooms = listRooms<BaseDependencies>()
  .with(openData)
  .with(openSettings)
  .with(openHub)
  .with(openPeople)
  .with(openDeviceDoor)
  .with(openBrowserDoors)
  .with(openSecureDoor)
  .with(openRecording)
  .with(serveItself)
  .with(serveAdministrators)
  .with(serveRecording)
  .with(serveExchange)
  .with(beginServing);

/** For many clients and hubs. */
export const cloudRooms = listRooms<BaseDependencies>()
  .with(openData)
  .with(openSettings)
  .with(openCloud)
  .with(openPeople)
  .with(openDeviceDoor)
  .with(openBrowserDoors)
  .with(openSecureDoor)
  .with(openRecording)
  .with(serveItself)
  .with(serveAdministrators)
  .with(serveRecording)
  .with(serveExchange)
  .with(beginServing);
