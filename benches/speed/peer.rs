//! Silicon, the back end of Viper that VerCors uses, on encodings of the same kernels, cold and warm.
//!
//! In: `SEPAL_PEER`, a folder with `viperserver.jar`, `z3` (4.8.7) and the encodings `vpr/*.vpr`. Out: times.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::measure::{median, repeat};

const PORT: u16 = 45123;

/// A warm server; it ends with this value.
pub struct Server {
    process: Child,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts one, and waits until it answers.
    pub fn start(folder: &Path) -> Result<Self, String> {
        let mut command = Command::new("java");
        let _ = command.arg("-Xss128m").arg("-jar").arg(folder.join("viperserver.jar"));
        let port = PORT.to_string();
        let _ = command.args(["--serverMode", "HTTP", "--port", &port, "--logLevel", "OFF", "-m", "100000"]);
        let process = command.current_dir(std::env::temp_dir()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let server = Self { process: process.map_err(|e| format!("java: {e}"))?, folder: folder.to_path_buf() };
        for _ in 0..120 {
            std::thread::sleep(Duration::from_millis(500));
            if TcpStream::connect(("127.0.0.1", PORT)).is_ok() {
                return Ok(server);
            }
        }
        Err("the server does not answer".to_owned())
    }

    /// The middle of `n` verifications, after as many that warm it up.
    pub fn warm(&self, file: &Path, n: usize) -> Result<Duration, String> {
        let mut times = Vec::new();
        for turn in 0..2 * n {
            let start = Instant::now();
            self.verify(file)?;
            if turn >= n {
                times.push(start.elapsed());
            }
        }
        Ok(median(&times))
    }

    fn verify(&self, file: &Path) -> Result<(), String> {
        let z3 = self.folder.join("z3");
        let argument = format!("silicon --z3Exe {} --disableCaching {}", z3.display(), file.display());
        let body = serde_json::json!({ "arg": argument }).to_string();
        let job = http(&format!(
            "POST /verify HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \
            {}\r\n\r\n{body}",
            body.len()
        ))?;
        let id: String = job.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        let said = http(&format!("GET /verify/{id} HTTP/1.0\r\nHost: localhost\r\n\r\n"))?;
        let overall = said.lines().find(|line| line.contains("\"overall\"")).unwrap_or_default();
        if overall.contains("\"success\"") {
            Ok(())
        } else {
            Err(format!("{}: not verified", file.display()))
        }
    }
}

/// The body of an answer.
fn http(request: &str) -> Result<String, String> {
    let say = |error: std::io::Error| format!("the server: {error}");
    let mut stream = TcpStream::connect(("127.0.0.1", PORT)).map_err(say)?;
    stream.write_all(request.as_bytes()).map_err(say)?;
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).map_err(say)?;
    answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).ok_or_else(|| answer.clone())
}

/// The middle of `n` verifications, each in a new process.
pub fn cold(folder: &Path, file: &Path, n: usize) -> Result<Duration, String> {
    let runs = repeat(n, || {
        let mut command = Command::new("java");
        let _ = command.arg("-Xss128m").arg("-cp").arg(folder.join("viperserver.jar"));
        let _ = command.arg("viper.silicon.SiliconRunner").arg("--z3Exe").arg(folder.join("z3"));
        let _ = command.args(["--logLevel", "OFF"]).arg(file).current_dir(std::env::temp_dir());
        command
    })?;
    Ok(runs.wall())
}
