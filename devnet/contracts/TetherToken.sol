// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// USDT as on ethereum: transfers return nothing, addresses can be blocked, a fee can be switched on, and everything can be
/// paused. Anyone may do so here.
contract TetherToken {
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;
    uint256 public basisPointsRate;
    bool public paused;
    address public constant feeOwner = address(0xfee);

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function name() external view returns (string memory) {
        return symbol;
    }

    function setUp(string calldata symbol_, uint8 decimals_) external {
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setBlacklisted(address account, bool on) external {
        isBlackListed[account] = on;
    }

    function setBasisPointsRate(uint256 rate) external {
        basisPointsRate = rate;
    }

    function setPaused(bool on) external {
        paused = on;
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private {
        // Only the sender is checked, as in the original.
        require(!paused && !isBlackListed[from]);
        require(balanceOf[from] >= value);
        uint256 fee = (value * basisPointsRate) / 10000;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[feeOwner] += fee;
            emit Transfer(from, feeOwner, fee);
        }
    }
}
