/**
 * A client of its own in a process of its own: from `start` to `stop` it sends one PING a millisecond, then hands the
 * latencies (ms) to its parent.
 */
import { connect } from 'node:net';

const socket = connect(Number(process.argv[2]), '127.0.0.1');
socket.setNoDelay(true);
let latencies: number[] = [];
let running = false;
let sentAt = 0;

function ping(): void {
  if (!running) return;
  sentAt = performance.now();
  socket.write('PING\r\n');
}

socket.on('error', () => process.exit(1));
socket.on('data', () => {
  latencies.push(performance.now() - sentAt);
  setTimeout(ping, 1);
});
process.on('message', (message) => {
  running = message === 'start';
  if (running) ping();
  else process.send?.(latencies);
  latencies = [];
});
process.on('disconnect', () => process.exit(0));
