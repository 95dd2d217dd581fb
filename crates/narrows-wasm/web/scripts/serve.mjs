// Serves the built page until it is ended: node scripts/serve.mjs FOLDER HOST PORT
import { startServer } from "./server.mjs";

const [folder, host, port] = process.argv.slice(2);
try {
  await startServer({ folder, host, port: Number(port) });
} catch (error) {
  console.error(error.code === "EADDRINUSE" ? `port ${port} is in use: choose another with --port` : error.message);
  process.exit(1);
}
